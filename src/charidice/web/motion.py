"""How long the browsers show what happens; the page tells them, so that both sides count the same."""

# Seconds, by event.
MOTION = {"rolled": 0.84, "scored": 0.68}
