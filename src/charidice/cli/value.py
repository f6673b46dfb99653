"""`charidice value`: the value of a position to every seat, and of every move to its player."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import NamedTuple

from charidice.cli.arguments import add_objective, add_solution, add_switches
from charidice.cli.exit_codes import OK
from charidice.coach.moves import move_fields
from charidice.messages import Catalog
from charidice.record import read_position
from charidice.rules.engine import new_game
from charidice.rules.moves import Action
from charidice.show.hints.words import PositionWords
from charidice.show.words import player_name
from charidice.strategy.analysis import IN_POINTS, Analysis
from charidice.strategy.objectives.solo import objective_named
from charidice.strategy.tables.lead import PLAYERS
from charidice.strategy.tables.victory import ERROR_BOUND

FORMAT = "charidice-value"
VERSION = 1


class MoveValue(NamedTuple):
    """The value of a move to its player."""

    player: int
    action: Action
    value: float


def add_arguments(value: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    value.add_argument("position", nargs="?", metavar="POSITION", help=say("cli.position"))
    add_objective(value, texts)
    add_switches(value, texts, "moves", "json")
    add_solution(value, texts)


def value(options: Namespace, texts: Catalog) -> int:
    state = read_position(options.position) if options.position else new_game(PLAYERS)
    analysis = Analysis(state, objective_named(options.objective, state.setup, options.target, options.solution))
    if options.json:
        _write_json(analysis, options.moves)
    else:
        _write_words(analysis, options, texts)
    return OK


def _values(analysis: Analysis) -> list[float]:
    return [analysis.reported(worth) for worth in analysis.seats]


def _moves(analysis: Analysis) -> Iterator[MoveValue]:
    """The active player's moves, then the recipient's, best first."""
    state = analysis.state
    for player in (state.active, state.recipient):
        for action, worth in sorted(analysis.action_values(player).items(), key=lambda move: -move[1]):
            yield MoveValue(player, action, analysis.reported(worth))


def _write_json(analysis: Analysis, with_moves: bool) -> None:
    objective = analysis.objective
    fields: dict[str, object] = {"format": FORMAT, "version": VERSION, "objective": objective.name}
    fields |= {"truth": objective.truth, "values": _values(analysis)}
    if analysis.error is not None:
        fields["error"] = analysis.error
    if with_moves:
        fields["moves"] = [
            {"player": player, **move_fields(action), "value": worth} for player, action, worth in _moves(analysis)
        ]
    print(json.dumps(fields))


def _write_words(analysis: Analysis, options: Namespace, texts: Catalog) -> None:
    state, objective = analysis.state, analysis.objective
    # Computed first, so that an error comes before any output.
    values, moves = _values(analysis), list(_moves(analysis)) if options.moves else []

    def written(worth: float) -> str:
        return texts.number(worth, 3) if objective.name in IN_POINTS else texts.percent(worth, 2)

    error = analysis.error
    truth = texts.say(
        "value.exact" if error == 0 else f"value.{objective.truth}",
        bound=texts.number(100 * ERROR_BOUND, 2),
        error=texts.number(100 * (error or 0), 1),
    )
    print(texts.say(f"value.{objective.name}", score=options.target, truth=truth))
    players = [player_name(texts, seat) for seat in range(len(state.sheets))]
    for player, worth in zip(players, values, strict=True):
        print(texts.say("value.seat", player=player, value=written(worth)))
    words = PositionWords(texts, state, players)
    mover = None
    for move in moves:
        if move.player != mover:
            mover = move.player
            print(texts.say("value.moves", player=players[mover]))
        print(f"{written(move.value):>10}  {words.move(move.action)}")
