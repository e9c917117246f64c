"""simcards: bot-against-bot card matches under every rule variant, and what the rules do."""

__version__ = "0.1.0"
