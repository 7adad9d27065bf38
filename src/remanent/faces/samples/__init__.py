"""What the package brings along to try a memory on, written for it.

A conversation: one person, Nadia, talks with an assistant in nine sessions over eleven months. She
moves house, changes jobs, takes a mistake back, changes her mind, quotes other people and asks
questions: the places where memories usually go wrong.

A shopper: what Mira does in a shop in one week and, in three more, how tea takes the place of
coffee. The shop's catalog is one of the examples.
"""

from pathlib import Path

__all__ = ["sample_path", "shop_path", "shopper_path"]


def sample_path() -> Path:
    """Path of the conversation as JSON lines, one message a line."""
    return Path(__file__).with_name("conversation.jsonl")


def shopper_path() -> Path:
    """Path of the shopper's events as JSON lines, one event a line."""
    return Path(__file__).with_name("shopper.jsonl")


def shop_path() -> Path:
    """Path of the catalog by which the shopper's events are understood."""
    return Path(__file__).parents[2] / "preferences" / "builtin" / "shop.toml"
