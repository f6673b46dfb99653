"""The commands that reckon: computing the solution, and the value of a position."""

import json
from argparse import Namespace
from pathlib import Path

from charidice.cli.parser import ruleset_of
from charidice.cli.progress import Bar
from charidice.messages import Catalog
from charidice.record import read_position
from charidice.rules.engine import ACTION_NAMES, new_game
from charidice.rules.moves import Action, Roll, Score
from charidice.rules.state import GameState
from charidice.strategy.lead import PLAYERS, lead_solution
from charidice.strategy.positions import lead_value, points_value
from charidice.strategy.solving import CHECKED, check_lead, load_lead, solve_lead


def solve(options: Namespace, texts: Catalog) -> int:
    """Compute the exact solution for two players into a file, and check it."""
    path = Path(options.out)
    solution = solve_lead(path, ruleset_of(options), options.dice, options.processes, Bar().show)
    start = solution.value(PLAYERS * options.rounds, 0, 0, has_gift=True, other_has_gift=True)
    error = check_lead(solution)
    print(texts.say("solve.done", lead=f"{start:.4f}", checked=CHECKED, error=f"{error:.6f}"))
    print(texts.say("solve.file", path=path))
    return 0


def value(options: Namespace, texts: Catalog) -> int:
    """Print what a position is worth to every seat, and with --moves what each move is worth to who makes it."""
    state = read_position(options.position) if options.position else new_game(PLAYERS)
    if options.objective == "points":
        found = points_value(state)
    else:
        solution = load_lead(Path(options.solution)) if options.solution else lead_solution()
        found = lead_value(state, solution)
    moves = sorted(found.moves, key=lambda move: (move.player != state.active, -move.value)) if options.moves else []
    if options.json:
        rows = [{"player": move.player, **_move_fields(move.action), "value": move.value} for move in moves]
        answer = {"objective": options.objective, "kind": "exact", "values": found.seats}
        print(json.dumps({**answer, "moves": rows} if options.moves else answer))
        return 0
    names = [texts.say("player.number", number=seat + 1) for seat in range(len(state.sheets))]
    for name, worth in zip(names, found.seats, strict=True):
        print(texts.say("value.seat", player=name, value=f"{worth:.3f}"))
    mover = None
    for move in moves:
        if move.player != mover:
            mover = move.player
            print(texts.say("value.moves", player=names[mover]))
        print(f"{move.value:10.3f}  {_move_words(move.action, state, texts)}")
    return 0


def _move_fields(action: Action) -> dict[str, object]:
    """A move as plain data: its name, and the dice it speaks of."""
    fields: dict[str, object] = {"action": ACTION_NAMES[type(action)]}
    if isinstance(action, Roll):
        fields["keep"] = action.keep
    elif isinstance(action, Score):
        fields["dice"] = action.dice
    return fields


def _move_words(action: Action, state: GameState, texts: Catalog) -> str:
    if isinstance(action, Roll) and not action.keep:
        return texts.say("move.roll-all")
    if isinstance(action, Roll | Score):
        key, dice = ("move.keep", action.keep) if isinstance(action, Roll) else ("move.score", action.dice)
        return texts.say(key, faces=" ".join(str(state.faces[die]) for die in dice))
    return texts.say(f"action.{ACTION_NAMES[type(action)]}")
