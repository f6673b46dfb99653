"""The names of the tables that `solving` computes: known without NumPy, which a help text need not load."""

# In the order in which they build on each other.
TABLES = ("lead", "victory", "shares2", "shares3", "shares4")
# Those that can be computed for house rules and other dice.
OF_ANY_GAME = ("lead", "victory")
