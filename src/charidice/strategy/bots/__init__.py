"""Bots: the built-in ones, and external ones that users write."""
