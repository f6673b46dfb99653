"""Dice sets that strangers choose fill no memory: nothing is kept for each of them, or little and for few."""

import gc
import tracemalloc
from pathlib import Path
from random import Random

from charidice.rules.dice import DICE, STANDARD_DICE, Colour, DiceSet
from charidice.rules.ruleset import STANDARD
from charidice.rules.scoring import ScoringTable, scoring_table
from charidice.rules.state import Setup
from charidice.web.jobs import coaching
from charidice.web.table.view import options_view

from .servers import Browser, done, running

# By far more than a game rolls.
ROLLS = 300


def dice_sets(count: int) -> list[DiceSet]:
    """Standard dice with exchanged colours: each a dice set of its own."""
    chance = Random(5)
    found: dict[str, DiceSet] = {}
    while len(found) < count:
        colours = chance.sample(range(DICE), DICE)
        exchanged = DiceSet(tuple(tuple(Colour(colours[each]) for each in row) for row in STANDARD_DICE.layout))
        found[str(exchanged)] = exchanged
    return [*found.values()]


def test_asking_for_options_makes_no_scoring_table(tmp_path: Path) -> None:
    before = scoring_table.cache_info()
    with running(tmp_path) as address, Browser(address) as stranger:
        for each in dice_sets(10):
            faces = ",".join(each.texts((1, 1, 1, 1, 2, 3)))
            assert done(stranger.get(f"/options?faces={faces}&dice={each}"))["options"]
    after = scoring_table.cache_info()
    assert (after.misses, after.currsize) == (before.misses, before.currsize)


def test_options_are_those_of_the_scoring_table(tmp_path: Path) -> None:
    with running(tmp_path) as address, Browser(address) as stranger:
        for each in dice_sets(5):
            for numbers in ((1, 2, 3, 4, 6, 6), (5, 5, 5, 5, 5, 5), (1, 2, 3, 4, 5, 6)):
                told = done(stranger.get(f"/options?faces={','.join(each.texts(numbers))}&dice={each}"))
                options = [*ScoringTable(each, free_giving=False).options(numbers).values()]
                wanted = options_view(options, numbers, asked=False)
                assert [(option["dice"], option["total"], option["gift"]) for option in told["options"]] == [
                    ([*option["dice"]], option["total"], option["gift"]) for option in wanted
                ]


def tables_of(dice_set: DiceSet) -> list[ScoringTable]:
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, ScoringTable) and each._dice_set == dice_set]


def test_no_dice_set_outlives_its_games(tmp_path: Path) -> None:
    own, *others = dice_sets(20)
    with running(tmp_path) as address, Browser(address) as stranger:
        stranger.moved(stranger.started("Lena", "Marko", dice=str(own)), 0, "roll")
        assert tables_of(own)
    for each in others:
        scoring_table(each, free_giving=False)
    # The metrics know the rooms of the last server.
    with running(f"sqlite:///{tmp_path / 'another.db'}"):
        assert not tables_of(own)


def test_the_scoring_table_of_a_game_is_small() -> None:
    chance = Random(3)
    rolls = [tuple(chance.choices(range(1, 7), k=DICE)) for _ in range(ROLLS)]
    used = scoring_table(STANDARD_DICE, free_giving=False)
    for numbers in rolls:
        used.choices(numbers)
    tracemalloc.start()
    try:
        table = ScoringTable(dice_sets(1)[0], free_giving=False)
        for numbers in rolls:
            table.choices(numbers)
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 250_000


def test_the_coach_keeps_few_setups() -> None:
    most = coaching._coach.cache_info().maxsize
    assert most is not None
    for each in dice_sets(most + 3):
        coaching._coach(Setup(2, STANDARD, each))
    assert coaching._coach.cache_info().currsize <= most
