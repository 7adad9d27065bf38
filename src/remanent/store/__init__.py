"""SQL: one schema for both engines, and one folder for what each does in its own way."""
