"""One file for each table: its statements, written once, and how rows become values."""
