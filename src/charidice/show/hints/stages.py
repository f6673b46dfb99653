"""A hint in words, stage by stage: where to look, which dice, the move, the reason."""

from collections.abc import Sequence

from charidice.coach.hints.model import Hint
from charidice.messages import Catalog
from charidice.rules.dice import Colour
from charidice.rules.moves import Roll
from charidice.rules.scoring import Kind
from charidice.rules.state import GameState
from charidice.show.hints.reasons import reason
from charidice.show.hints.words import Faces, PositionWords, plain_faces
from charidice.show.words import move_text


def stages(
    hint: Hint, state: GameState, catalog: Catalog, players: Sequence[str], show: Faces = plain_faces
) -> tuple[str, ...]:
    """The four stages, each more specific than the one before; only one if there is nothing to choose."""
    words = PositionWords(catalog, state, players, show)
    look = _look(hint, words)
    if not hint.prospects:
        return (look,)
    if hint.verdict:
        return look, _giver(hint, words), catalog.say(f"coach.verdict.{hint.verdict}"), reason(hint, words)
    return look, _dice(hint, words), _move(hint, words), reason(hint, words)


def _look(hint: Hint, words: PositionWords) -> str:
    catalog, about = words.catalog, hint.about
    values: dict[str, object] = {
        "active": words.players[words.state.active],
        "recipient": words.players[words.state.recipient],
    }
    if isinstance(about, Kind):
        values["kind"] = words.kind(about)
    elif isinstance(about, Colour):
        values["colour"] = catalog.colour(about)
    else:
        values["number"] = about
    return catalog.say(f"coach.look.{hint.look}", **values)


def _dice(hint: Hint, words: PositionWords) -> str:
    if not hint.dice:
        return words.catalog.say("coach.dice.none")
    return words.catalog.say("coach.dice", count=len(hint.dice), faces=words.faces(hint.dice))


def _giver(hint: Hint, words: PositionWords) -> str:
    giver = words.players[words.state.active]
    if not hint.dice:
        return words.catalog.say("coach.giver.roll-all", player=giver)
    key = "coach.giver.keep" if isinstance(hint.giver, Roll) else "coach.giver.score"
    return words.catalog.say(key, player=giver, faces=words.faces(hint.dice))


def _move(hint: Hint, words: PositionWords) -> str:
    assert hint.action
    return move_text(words.catalog, hint.action, words.faces(hint.dice), "coach.move")
