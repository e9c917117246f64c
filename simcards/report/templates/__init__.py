"""The looks of a report."""
