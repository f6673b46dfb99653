"""What to play for."""
