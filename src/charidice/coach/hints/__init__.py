"""From a position to a hint, and the hint in words."""
