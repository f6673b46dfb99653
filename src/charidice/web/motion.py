"""Durations of animations, sent to the browser with the page, so that both sides agree."""

# Seconds. A score has up to three parts: a bot's dice are marked, a gift is packed, then points and box fly.
MOTION = {"rolled": 0.84, "marked": 1.0, "packed": 0.5, "scored": 0.68}
