"""One named query a file."""
