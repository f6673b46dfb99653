"""HTML and SVG as text."""

from charidice.installed import STRATEGY, require

require("markupsafe", STRATEGY)
