"""Durations of animations, sent to the browser with the page, so that both sides agree."""

# Seconds, by event.
MOTION = {"rolled": 0.84, "scored": 0.68}
