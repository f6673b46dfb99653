"""Whole games: the tables (*.npz), and computing them."""
