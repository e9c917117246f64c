"""The bots of Duke."""
