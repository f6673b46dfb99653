"""The names of the tables that `charidice.solving` computes, without NumPy, so that help texts load fast."""

# Each depends only on those before it.
TABLES = ("lead", "victory", "shares2", "shares3", "shares4")
SEVERAL = {"shares": ("shares3", "shares4")}
"""Short names for several tables: those for three and four players."""
