"""Players, ours and anybody's."""
