"""The questions a report asks: one named query a file."""
