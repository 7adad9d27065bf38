"""Reading a catalog from text, part by part; `preferences/catalog_file.py` puts it together."""
