"""Thousands of games at once: whole games between policies, and games that are stepped through by anybody's choices."""
