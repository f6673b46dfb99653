"""Tables: the fold of a log, the room around one that is being played, all rooms of a server."""
