"""The web server of Charidice and its pages."""

from charidice.installed import require

require("fastapi")
