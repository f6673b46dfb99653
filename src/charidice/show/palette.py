"""The colours of dice, dark enough for small letters on them; so orange is darker than in the browser."""

# By colour: the face, and the ink on it.
PAINT = (
    ("#e5d547", "#2b2700"),
    ("#b35f00", "#ffffff"),
    ("#55b395", "#06271c"),
    ("#3464c0", "#ffffff"),
    ("#872967", "#ffffff"),
    ("#181928", "#ffffff"),
)
