"""One verb per file, each a recipe: door, read, decide, apply, return."""
