"""Strategies for Caravan."""
