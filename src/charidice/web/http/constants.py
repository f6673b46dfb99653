"""Constants for the pages: numbers, limits, defaults and choices, defined in Python alone."""

from collections.abc import Sequence
from typing import get_args

from charidice.messages import LANGUAGES, catalog
from charidice.record.game import NAME_LIMIT
from charidice.rules.dice import DICE, STANDARD_DICE
from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_BONUS, MOST_IN_A_BOX, PLAYERS, ROUNDS_ALLOWED
from charidice.strategy.bots.levels import LEVELS
from charidice.web.http.assets import tables
from charidice.web.http.openapi import schema
from charidice.web.http.site import is_built
from charidice.web.models import (
    AWAY,
    LONGEST_WAIT,
    RECORD_LIMIT,
    BotName,
    Hints,
    Level,
    Paper,
    Speed,
    TableSettings,
    WhoStarts,
)
from charidice.web.motion import MOTION
from charidice.web.wire import Sent


class Limits(Sent):
    least: int
    most: int


class SettingLimits(Sent):
    rounds: Limits
    wait: Limits
    away: Limits


class Motion(Sent):
    """How many seconds it takes to show an event."""

    rolled: float
    marked: float
    """The dice that a bot scores and gives, before they fly; not at a fast table."""
    packed: float
    """A gift's dice fly into the box."""
    scored: float


class Language(Sent):
    code: str
    name: str
    """The name of the language in itself."""


class Constants(Sent):
    """The content of `data-constants` in the page."""

    languages: Sequence[Language]
    levels: Sequence[Level]
    """The bots' levels, weakest first."""
    guests: Sequence[BotName]
    """Other bots that the operator has invited."""
    dice: int
    layout: str
    """The standard dice."""
    charity: Sequence[int]
    """The charity bonus, and the greater one."""
    players: Limits
    name_length: int
    most_in_a_box: int
    """On a score pad."""
    record_size: int
    """In KiB, the longest record that is taken."""
    motion: Motion
    settings: TableSettings
    """Default table settings."""
    limits: SettingLimits
    starts: Sequence[WhoStarts]
    hints: Sequence[Hints]
    speeds: Sequence[Speed]
    papers: Sequence[Paper]
    documentation: bool
    """Whether this server has it."""
    site: bool
    """Whether this is a static site: files alone, without a server."""
    tables: Sequence[str]
    """The addresses of the solver's tables, below static/."""


schema(Constants)

CONSTANTS: Constants = {
    "languages": [{"code": code, "name": catalog(code).say("language")} for code in LANGUAGES],
    "levels": LEVELS,
    "guests": (),
    "dice": DICE,
    "layout": str(STANDARD_DICE),
    "charity": (CHARITY_BONUS, GREAT_CHARITY_BONUS),
    "players": {"least": PLAYERS[0], "most": PLAYERS[-1]},
    "name_length": NAME_LIMIT,
    "most_in_a_box": MOST_IN_A_BOX,
    "record_size": RECORD_LIMIT // 1024,
    "motion": {
        "rolled": MOTION["rolled"],
        "marked": MOTION["marked"],
        "packed": MOTION["packed"],
        "scored": MOTION["scored"],
    },
    "settings": TableSettings(),
    "limits": {
        "rounds": {"least": ROUNDS_ALLOWED[0], "most": ROUNDS_ALLOWED[-1]},
        "wait": {"least": 0, "most": LONGEST_WAIT},
        "away": {"least": AWAY[0], "most": AWAY[-1]},
    },
    "starts": get_args(WhoStarts.__value__),
    "hints": get_args(Hints.__value__),
    "speeds": get_args(Speed.__value__),
    "papers": get_args(Paper.__value__),
    "documentation": is_built(),
    "site": False,
    "tables": tuple(tables()),
}
