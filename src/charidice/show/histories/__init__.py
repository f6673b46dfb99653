"""A history as words, charts and a page."""
