"""The review as a self-contained page."""
