"""Optimal play: exact values of turns and positions, and bots."""
