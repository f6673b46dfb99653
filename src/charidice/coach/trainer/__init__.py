"""Exercises for people, in numbers: the themes of decisions, what an answer is worth, and ratings."""
