"""The bots of Double Knot."""
