"""The game at a terminal."""
