"""A conversation to try the memory on, written for this package.

One person, Nadia, talks with an assistant in nine sessions over eleven months. She moves house,
changes jobs, takes a mistake back, changes her mind, quotes other people and asks questions:
the places where memories usually go wrong.
"""

from pathlib import Path

__all__ = ["sample_path"]


def sample_path() -> Path:
    """Path of the conversation as JSON lines, one message a line."""
    return Path(__file__).with_name("conversation.jsonl")
