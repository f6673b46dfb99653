"""Tables: what their log says, everything around one that is being played, all of them."""
