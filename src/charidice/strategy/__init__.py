"""How to play well: exact values of turns and positions."""
