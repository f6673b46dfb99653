"""Texts that several packages share: moves, names, the victory."""

from collections.abc import Sequence

from charidice.messages import Catalog
from charidice.rules.engine import ACTION_NAMES
from charidice.rules.moves import Action, Roll
from charidice.rules.sheet import results, winners
from charidice.rules.state import GameState
from charidice.strategy.bots.levels import LEVELS


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def bot_name(catalog: Catalog, bot: str) -> str:
    """A level in this language; any other bot has one name."""
    return catalog.say(f"bot.{bot}") if bot in LEVELS else bot


def player_name(catalog: Catalog, seat: int) -> str:
    """The name of a player who has none."""
    return catalog.say("player.number", number=seat + 1)


def move_text(catalog: Catalog, action: Action, faces: str, form: str = "move") -> str:
    """A move in words; `form` is the prefix of other texts than the usual ones, for the moves that have them."""
    name: str = ACTION_NAMES[type(action)]
    if isinstance(action, Roll):
        name = "keep" if action.keep else "roll-all"
    key = next(key for key in (f"{form}.{name}", f"move.{name}", f"action.{name}") if key in catalog.texts)
    return catalog.say(key, faces=faces)


def victory_text(catalog: Catalog, state: GameState, names: Sequence[str], you: int | None = None) -> str:
    """The winners of a finished game and their points, said to the reader at seat `you`."""
    final = results(state.sheets)
    best = winners(final)
    return of_seats(catalog, "play.winner", best, names, you, points=catalog.say("points", count=final[best[0]].total))


def of_seats(
    catalog: Catalog, key: str, seats: Sequence[int], names: Sequence[str], you: int | None, **values: object
) -> str:
    """A sentence about players, who may include the reader."""
    others = [seat for seat in seats if seat != you]
    if len(others) < len(seats):
        key += ".you-and" if others else ".you"
    return catalog.say(key, count=len(seats), players=catalog.join(names[seat] for seat in others), **values)
