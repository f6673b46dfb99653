"""The score pad: a game with real dice, written down turn by turn."""
