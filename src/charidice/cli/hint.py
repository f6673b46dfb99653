"""`charidice hint`: the best move in a position, in stages."""

import json
from argparse import Namespace

from charidice.cli.exit_codes import OK
from charidice.coach import Coach, stages
from charidice.coach.hints.jsonform import hint_fields
from charidice.messages import Catalog
from charidice.record import read_position
from charidice.rules.engine import legal_actions
from charidice.rules.errors import Refused
from charidice.rules.state import GameState
from charidice.terminal.words import Teller

FORMAT = "charidice-hint"
VERSION = 1


class NoSuchPlayer(Refused):
    """A player number that the position does not have."""


def hint(options: Namespace, texts: Catalog) -> int:
    """Print the requested stages, in words or as JSON."""
    state = read_position(options.position)
    player = _player(options, state)
    found = Coach.of(state.setup).hint(state, player)
    chosen = slice(None) if options.stage is None else slice(options.stage - 1, options.stage)
    if options.json:
        facts = {name: value for fields in hint_fields(found)[chosen] for name, value in fields.items()}
        print(json.dumps({"format": FORMAT, "version": VERSION, **facts}))
        return OK
    names = [texts.say("player.number", number=seat + 1) for seat in range(len(state.sheets))]
    names = [name[0].upper() + name[1:] for name in names]
    told = stages(found, state, texts, names, Teller(texts, names, spoken=options.spoken).faces)
    # Where there is nothing to choose there is a single stage, shown whichever was requested.
    for line in told[chosen] or told:
        print(line)
    return OK


def _player(options: Namespace, state: GameState) -> int:
    """The named player, or else the one to move."""
    seats = len(state.sheets)
    if options.player is None:
        return state.active if legal_actions(state, state.active) or state.is_over else state.recipient
    if options.player > seats:
        raise NoSuchPlayer("no-such-player", number=options.player, most=seats)
    return int(options.player) - 1
