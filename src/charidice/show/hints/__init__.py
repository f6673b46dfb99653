"""A hint in words."""
