"""A review as words, charts and pages."""
