"""Tables as folds of their logs, the room around each (lock, clock, listeners), and all rooms of a server."""
