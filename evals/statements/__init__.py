"""Labelled sentences for extraction by rule, and the scorer that reads them."""
