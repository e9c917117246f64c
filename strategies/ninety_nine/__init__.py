"""The bots of Ninety-Nine."""
