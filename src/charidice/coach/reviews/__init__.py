"""From a record to its review, and the review in words, as text and as data."""
