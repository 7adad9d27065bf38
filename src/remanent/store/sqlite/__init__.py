"""SQLite through apsw, which brings its own current library."""
