"""The rules as vectors that any implementation, in any language, can be tested with (docs/datasets.md).

Three files of JSON Lines: rolls with all their scoring sets, fair dice by their seed, and whole games with every
position, the sheets and the results.
"""

import json
from collections.abc import Iterator
from random import Random

from charidice.chance import FairDice, Pledge, commitment_to
from charidice.record import GameRecord, dump_json, write_position
from charidice.rules.dice import STANDARD_DICE, Colour, DiceSet, read_roll
from charidice.rules.engine import decide, evolve, legal_actions, new_game
from charidice.rules.moves import Event
from charidice.rules.ruleset import PLAYERS, STANDARD, Ruleset
from charidice.rules.scoring import scoring_options
from charidice.rules.sheet import results, winners
from charidice.rules.state import GameState
from charidice.show.options import option_fields

VERSION = 1
RULESETS = (STANDARD, Ruleset(3, free_giving=True), Ruleset(4, late_asking=True), Ruleset(2, True, True))
# The rulebooks' own examples (7.1, 7.2), and rare rolls: six of a colour, five in a row, six of a number.
EXAMPLES = (
    "B1 B2 B3 B4 B6 P6",
    "O2 G2 B2 K2 G6 P6",
    "B1 B2 B3 B4 B5 B6",
    "B1 B2 B3 B4 B5 P1",
    "Y4 O4 G4 B4 P4 K4",
    "Y4 O4 G4 B4 P4 O6",
)

Fields = dict[str, object]


def vectors(count: int, seed: int) -> dict[str, Iterator[Fields]]:
    """The vectors of each file, about `count` of each kind; the same for the same seed."""
    return {
        "rolls": rolls(count, Random(f"rolls {seed}")),  # noqa: S311  (meant to be repeated)
        "dice": dice(count, Random(f"dice {seed}")),  # noqa: S311
        "games": games(-(-count // 10), Random(f"games {seed}")),  # noqa: S311
    }


def line(fields: Fields) -> str:
    return json.dumps({"version": VERSION, **fields}, ensure_ascii=False) + "\n"


def rolls(count: int, rng: Random) -> Iterator[Fields]:
    """Rolls with all scoring sets, best sum first: of standard and other dice, with and without free giving."""
    for text in EXAMPLES:
        for free_giving in (False, True):
            yield _roll(STANDARD_DICE, read_roll(text), free_giving)
    for number in range(count):
        dice_set = STANDARD_DICE if number % 2 else _shuffled(rng)
        yield _roll(dice_set, tuple(rng.choices(range(1, 7), k=6)), free_giving=number % 4 > 1)


def _roll(dice_set: DiceSet, numbers: tuple[int, ...], free_giving: bool) -> Fields:
    faces = dice_set.faces(numbers)
    options = scoring_options(faces, dice_set, Ruleset(free_giving=free_giving))
    return {
        "dice_set": str(dice_set).split(),
        "free_giving": free_giving,
        "faces": list(map(str, faces)),
        "options": [option_fields(option, kind="clause") for option in options],
    }


def dice(count: int, rng: Random) -> Iterator[Fields]:
    """Fair dice: the numbers at some places of a game, by seed and words."""
    for number in range(count):
        seed, players = rng.randbytes(32), rng.choice(PLAYERS)
        words = [["", "hello", "żółw 🐢", "1" * 64][rng.randrange(4)] for _ in range(players)] if number % 2 else []
        fair = FairDice(seed, words)
        shown = []
        for _ in range(12):
            state = new_game(players)._replace(round=rng.randint(1, 7), active=rng.randrange(players))
            state = state._replace(turn=state.turn._replace(rolls=rng.randrange(3)))
            place = {"round": state.round, "seat": state.active, "roll": state.turn.rolls + 1}
            shown.append({**place, "numbers": fair.roll(state, ())})
        yield {"seed": seed.hex(), "commitment": commitment_to(seed), "entropy": words, "rolls": shown}


def games(count: int, rng: Random) -> Iterator[Fields]:
    """Whole games at random, as records; the position after every event, the sheets, the results and the winners."""
    for number in range(max(count, len(PLAYERS) * len(RULESETS))):
        players = PLAYERS[number % len(PLAYERS)]
        dice_set = STANDARD_DICE if number % 2 else _shuffled(rng)
        yield _game(new_game(players, RULESETS[number % len(RULESETS)], dice_set), rng)


def _game(state: GameState, rng: Random) -> Fields:
    setup, seed = state.setup, rng.randbytes(32)
    fair = FairDice(seed)
    events: list[Event] = []
    positions = [write_position(state)]
    while not state.is_over:
        # The kind is drawn first, because most legal actions are rolls.
        legal = [(seat, action) for seat in range(setup.players) for action in legal_actions(state, seat)]
        kind = rng.choice(sorted({type(action).__name__ for _, action in legal}))
        seat, action = rng.choice([choice for choice in legal if type(choice[1]).__name__ == kind])
        events.append(decide(state, seat, action, fair))
        state = evolve(state, events[-1])
        positions.append(write_position(state))
    names = ("Anna", "Ben", "Clara", "Dora")[: setup.players]
    record = GameRecord(names, setup.ruleset, setup.dice_set, Pledge.of(seed), tuple(events))
    final = results(state.sheets)
    return {
        "record": json.loads(dump_json(record)),
        "positions": positions,
        "sheets": [sheet._asdict() for sheet in state.sheets],
        "results": [{**result._asdict(), "total": result.total} for result in final],
        "winners": winners(final),
    }


def _shuffled(rng: Random) -> DiceSet:
    """The standard dice with dice, numbers and colours each in another order."""
    of_die, of_number, of_colour = (rng.sample(range(6), 6) for _ in range(3))
    layout = STANDARD_DICE.layout
    return DiceSet(tuple(tuple(Colour(of_colour[layout[die][number]]) for number in of_number) for die in of_die))
