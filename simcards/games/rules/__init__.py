"""The rules of each game in Markdown."""
