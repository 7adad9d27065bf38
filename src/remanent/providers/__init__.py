"""Embedders: thin adapters over models on this machine and over maintained clients of services."""
