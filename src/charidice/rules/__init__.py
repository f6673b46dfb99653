"""The game itself, on the standard library alone."""

from charidice.rules.dice import STANDARD_DICE, Colour, DiceSet, Face, read_faces, read_roll
from charidice.rules.engine import DiceSource, advance, decide, evolve, legal_actions, new_game, replay, verify
from charidice.rules.errors import IllegalAction, IllegalEvent, InvalidDice, InvalidSetup, NoSuchSeat, Refused
from charidice.rules.moves import (
    Action,
    AskGift,
    DeclineGift,
    Event,
    GiftAsked,
    GiftDeclined,
    Laid,
    Noted,
    Roll,
    Rolled,
    Score,
    Scored,
    Stop,
    Stopped,
)
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.rules.scoring import Kind, ScoringOption, scoring_options
from charidice.rules.sheet import Result, Row, Sheet, charity_bonuses, results, winners
from charidice.rules.state import GameState, Setup, Turn
from charidice.rules.strict import CHANCE, Node

__all__ = [
    "CHANCE",
    "STANDARD",
    "STANDARD_DICE",
    "Action",
    "AskGift",
    "Colour",
    "DeclineGift",
    "DiceSet",
    "DiceSource",
    "Event",
    "Face",
    "GameState",
    "GiftAsked",
    "GiftDeclined",
    "IllegalAction",
    "IllegalEvent",
    "InvalidDice",
    "InvalidSetup",
    "Kind",
    "Laid",
    "NoSuchSeat",
    "Node",
    "Noted",
    "Refused",
    "Result",
    "Roll",
    "Rolled",
    "Row",
    "Ruleset",
    "Score",
    "Scored",
    "ScoringOption",
    "Setup",
    "Sheet",
    "Stop",
    "Stopped",
    "Turn",
    "advance",
    "charity_bonuses",
    "decide",
    "evolve",
    "legal_actions",
    "new_game",
    "read_faces",
    "read_roll",
    "replay",
    "results",
    "scoring_options",
    "verify",
    "winners",
]
