"""What the solution says about the game, as tables and plots."""
