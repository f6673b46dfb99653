"""Score sheets to print, and a finished game as a picture."""
