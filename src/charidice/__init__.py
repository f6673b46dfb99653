"""Charidice: roll, score, and give the rest to your neighbour.

The rules, records and matches need only the standard library. `analyse`, `Target` and `Forecast` also need NumPy; they
are loaded on first use, and are not among the names of `from charidice import *`.
"""

from typing import TYPE_CHECKING

from charidice.chance import (
    EnteredDice,
    FairDice,
    InvalidPledge,
    Pledge,
    RandomDice,
    RecordedDice,
    UnfairDice,
    check_dice,
    new_seed,
)
from charidice.installed import on_demand
from charidice.match import CannotMix, CannotRoll, CannotUndo, Match
from charidice.record import (
    GameRecord,
    RecordError,
    dump_json,
    dump_notation,
    load,
    load_json,
    load_notation,
    read_move,
    read_node,
    read_position,
    write_move,
    write_node,
    write_position,
)
from charidice.record.game import InvalidBeginning, InvalidBots, InvalidCorrections, InvalidName
from charidice.rules import (
    CHANCE,
    STANDARD,
    STANDARD_DICE,
    Action,
    AskGift,
    Colour,
    DeclineGift,
    DiceSet,
    DiceSource,
    Event,
    Face,
    GameState,
    GiftAsked,
    GiftDeclined,
    IllegalAction,
    IllegalEvent,
    InvalidDice,
    InvalidSetup,
    Kind,
    Laid,
    Node,
    NoSuchSeat,
    Noted,
    Refused,
    Result,
    Roll,
    Rolled,
    Row,
    Ruleset,
    Score,
    Scored,
    ScoringOption,
    Setup,
    Sheet,
    Stop,
    Stopped,
    Turn,
    advance,
    charity_bonuses,
    decide,
    errors,
    evolve,
    legal_actions,
    new_game,
    read_faces,
    read_roll,
    replay,
    results,
    scoring_options,
    state,
    verify,
    winners,
)
from charidice.show import notebook
from charidice.strategy.bots.base import Bot

if TYPE_CHECKING:
    from charidice.strategy import Analysis as Analysis
    from charidice.strategy import CannotValue as CannotValue
    from charidice.strategy import Forecast as Forecast
    from charidice.strategy import Target as Target
    from charidice.strategy import analyse as analyse
    from charidice.strategy.bots.external import BotFailed as BotFailed
    from charidice.strategy.bots.external import CannotPlay as CannotPlay
    from charidice.strategy.tables.storage import CannotLoad as CannotLoad

__version__ = "0.2.0"


def _sentence(refused: Refused) -> str:
    from charidice.messages import catalog

    return catalog("en").refusal(refused)


errors.sentence_of = _sentence
state.position_of = write_position
for _kind, _methods in notebook.METHODS.items():
    for _name, _method in _methods.items():
        setattr(_kind, _name, _method)

__all__ = [
    "CHANCE",
    "STANDARD",
    "STANDARD_DICE",
    "Action",
    "AskGift",
    "Bot",
    "CannotMix",
    "CannotRoll",
    "CannotUndo",
    "Colour",
    "DeclineGift",
    "DiceSet",
    "DiceSource",
    "EnteredDice",
    "Event",
    "Face",
    "FairDice",
    "GameRecord",
    "GameState",
    "GiftAsked",
    "GiftDeclined",
    "IllegalAction",
    "IllegalEvent",
    "InvalidBeginning",
    "InvalidBots",
    "InvalidCorrections",
    "InvalidDice",
    "InvalidName",
    "InvalidPledge",
    "InvalidSetup",
    "Kind",
    "Laid",
    "Match",
    "NoSuchSeat",
    "Node",
    "Noted",
    "Pledge",
    "RandomDice",
    "RecordError",
    "RecordedDice",
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
    "UnfairDice",
    "advance",
    "charity_bonuses",
    "check_dice",
    "decide",
    "dump_json",
    "dump_notation",
    "evolve",
    "legal_actions",
    "load",
    "load_json",
    "load_notation",
    "new_game",
    "new_seed",
    "read_faces",
    "read_move",
    "read_node",
    "read_position",
    "read_roll",
    "replay",
    "results",
    "scoring_options",
    "verify",
    "winners",
    "write_move",
    "write_node",
    "write_position",
]

_ON_DEMAND = dict.fromkeys(("Analysis", "CannotValue", "Forecast", "Target", "analyse"), "charidice.strategy")
_ON_DEMAND |= dict.fromkeys(("BotFailed", "CannotPlay"), "charidice.strategy.bots.external")

if not TYPE_CHECKING:
    # For type checkers a name that does not exist stays an error.
    def __getattr__(name: str) -> object:
        if name not in _ON_DEMAND:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return on_demand(_ON_DEMAND[name], name)


def __dir__() -> list[str]:
    return [*globals(), *_ON_DEMAND]
