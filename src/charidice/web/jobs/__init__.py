"""Background work in separate processes: too slow to do between two moves."""
