"""Decisions about tastes: how behaviour becomes attributes, and attributes a card."""
