"""The names of the tables that `solving` computes, without NumPy, so that help texts load fast."""

# Each depends only on those before it.
TABLES = ("lead", "victory", "shares2", "shares3", "shares4")
SEVERAL = {"shares": ("shares3", "shares4")}
"""Short names for several: what games for three and four go by."""
SOLUTION = "CHARIDICE_SOLUTION"
"""Environment variable: the folder to read tables from instead of the bundled ones; child processes inherit it."""
