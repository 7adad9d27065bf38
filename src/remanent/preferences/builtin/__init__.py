"""Catalogs to start from, each a TOML file and a CSV of items; `defaults.py` lists their names."""
