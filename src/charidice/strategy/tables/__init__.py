"""The values of whole games, read from the tables (*.npz) that `charidice.solving` computes."""

from charidice.installed import STRATEGY, require

require("numpy", STRATEGY)
