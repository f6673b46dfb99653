"""`charidice hint`: the best move in a position, in stages."""

import json
from argparse import ArgumentParser, Namespace

from charidice.cli.arguments import add_solution, add_switches, whole_number
from charidice.cli.exit_codes import OK
from charidice.coach import Coach
from charidice.coach.hints.jsonform import hint_fields
from charidice.messages import Catalog
from charidice.record import read_position
from charidice.rules.engine import legal_actions
from charidice.rules.errors import Refused
from charidice.rules.state import GameState
from charidice.show.hints.stages import stages
from charidice.show.telling import Teller
from charidice.show.words import capital, player_name

FORMAT = "charidice-hint"
VERSION = 1
STAGES = range(1, 5)


class NoSuchPlayer(Refused):
    """A player number that the position does not have."""


def add_arguments(hint: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    hint.add_argument("position", metavar="POSITION", help=say("cli.hint.position"))
    hint.add_argument("--stage", type=number, choices=STAGES, metavar="N", help=say("cli.hint.stage"))
    hint.add_argument("--player", type=number, metavar="N", help=say("cli.hint.player"))
    forms = hint.add_mutually_exclusive_group()
    add_switches(forms, texts, "json", "spoken")
    add_solution(hint, texts)


def hint(options: Namespace, texts: Catalog) -> int:
    """Print the requested stages, in words or as JSON."""
    state = read_position(options.position)
    player = _player(options, state)
    found = Coach.of(state.setup, options.solution).hint(state, player)
    chosen = slice(None) if options.stage is None else slice(options.stage - 1, options.stage)
    if options.json:
        facts = {name: value for fields in hint_fields(found)[chosen] for name, value in fields.items()}
        print(json.dumps({"format": FORMAT, "version": VERSION, **facts}))
        return OK
    names = [capital(player_name(texts, seat)) for seat in range(len(state.sheets))]
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
