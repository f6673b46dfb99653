"""The dice sets of your own boxes: completed from a few faces, and saved by name."""
