"""What everybody at a table may see, as plain data: the browser shows it and computes no rule."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from charidice.rules.dice import ALL_DICE, Dice, DiceSet, Numbers
from charidice.rules.ruleset import DOUBLED_NUMBERS
from charidice.rules.scoring import best_first, scoring_table
from charidice.rules.sheet import Result, Sheet, results, winners
from charidice.rules.state import GameState

Fields = dict[str, object]

# A view is made after every event, and what the dice allow is most of it.
REMEMBERED = 5_000


def game_view(
    state: GameState,
    kept: Dice = (),
    passed: bool = False,
    wait: int = 0,
    may: Sequence[Sequence[str]] | None = None,
) -> Fields:
    """A game at one moment.

    `kept` are the dice that the last roll left lying, `passed` says that the recipient does not ask in this turn,
    `wait` for how many milliseconds the recipient comes first, `may` what each seat may do.
    """
    turn, setup = state.turn, state.setup
    final = results(state.sheets) if state.is_over else None
    return {
        "round": min(state.round, setup.ruleset.rounds),
        "rounds": setup.ruleset.rounds,
        "active": state.active,
        "recipient": state.recipient,
        "rolls": turn.rolls,
        "rolls_left": 0 if final else state.rolls_left,
        "faces": list(map(str, state.faces)),
        "kept": kept,
        "asked": turn.asked,
        "stopped": turn.stopped,
        "declined": turn.declined,
        "passed": passed,
        "wait": wait,
        "options": options_view(setup.dice_set, turn.numbers, setup.ruleset.free_giving, turn.asked)
        if turn.numbers
        else (),
        "may": may if may is not None else [[] for _ in state.sheets],
        "sheets": [_sheet(sheet, final[seat] if final else None) for seat, sheet in enumerate(state.sheets)],
        "winners": winners(final) if final else None,
    }


@lru_cache(maxsize=REMEMBERED)
def options_view(
    dice_set: DiceSet, numbers: Numbers, free_giving: bool = False, asked: bool = False
) -> tuple[Mapping[str, object], ...]:
    """The ways to score, best sum first, those that are no better than another marked as folded."""
    options = tuple(scoring_table(dice_set, free_giving).options(numbers).values())
    _, folded = best_first(options)
    return tuple(
        {
            "dice": option.dice,
            "kind": option.kind,
            "group": "colour" if option.kind.is_one_colour else "colours",
            "points": option.points,
            "bonus": option.bonus,
            "total": option.total,
            "gift": option.doubled_gift if asked else option.gift,
            "gives": [die for die in ALL_DICE if die not in option.dice],
            "doubled": [die for die in ALL_DICE if die not in option.dice and numbers[die] in DOUBLED_NUMBERS],
            "folded": option in folded,
        }
        for option in options
    )


def _sheet(sheet: Sheet, result: Result | None) -> Fields:
    return {
        "points": sheet.points,
        "bonus": sheet.bonus,
        "received": sheet.received,
        "given": sheet.given,
        "has_gift": sheet.has_gift,
        "subtotal": sheet.subtotal,
        "total_given": sheet.total_given,
        "result": {**result._asdict(), "total": result.total} if result else None,
    }
