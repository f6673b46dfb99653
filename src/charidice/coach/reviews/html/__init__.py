"""The review as a page complete in itself."""
