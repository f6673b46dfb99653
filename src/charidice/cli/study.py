"""`charidice study`: facts about the two-player game from its solution, as small tables."""

from argparse import Namespace
from collections.abc import Iterator

from charidice.cli.exit_codes import OK
from charidice.columns import aligned
from charidice.messages import Catalog
from charidice.rules.engine import new_game
from charidice.rules.ruleset import STANDARD
from charidice.rules.sheet import Sheet
from charidice.rules.state import GameState
from charidice.strategy.analysis import Analysis
from charidice.strategy.goals.objectives import objective_for
from charidice.strategy.goals.solo import OwnPoints
from charidice.strategy.tables.lead import PLAYERS
from charidice.strategy.turn.outcomes import KINDS

SETUP = new_game(PLAYERS).setup
ROUNDS = range(1, STANDARD.rounds + 1)
# The mean gift of a turn under optimal play.
USUAL_GIFT = 8
AHEAD = (-20, -10, 0, 10, 20)
MORE = 10


def study(options: Namespace, texts: Catalog) -> int:
    """Print one of the tables."""
    rows = list(STUDIES[options.subject](texts))
    print(texts.say(f"study.{options.subject}"))
    print("\n".join(aligned(rows, "<" + ">" * (len(rows[0]) - 1))))
    return OK


def gift(texts: Catalog) -> Iterator[list[str]]:
    """The value of still having the greatest of gifts, to the first and the second player, by round."""
    lead, victory = (objective_for(name, SETUP) for name in ("lead", "victory"))
    heads = [texts.say("player.number", number=number) for number in (1, 2)]
    yield [texts.say("study.round"), *(f"{head} {unit}" for unit in (texts.say("box.points"), "%") for head in heads)]
    for round_ in ROUNDS:
        given = USUAL_GIFT * (round_ - 1)
        cells = []
        for objective, scale in ((lead, 1), (victory, 100)):
            for seat in range(PLAYERS):
                without = tuple(other != seat for other in range(PLAYERS))
                with_it, less = (
                    objective.before_turn(even_game(round_, (given, given), gifts))[seat]
                    for gifts in ((True, True), without)
                )
                cells.append(texts.number(scale * (with_it - less), 2))
        yield [str(round_), *cells]


def combinations(texts: Catalog) -> Iterator[list[str]]:
    """The probability of each combination in a turn that maximises points, and victory."""
    start = new_game(PLAYERS)
    forecasts = [Analysis(start, objective).forecast() for objective in (OwnPoints(), objective_for("victory", SETUP))]
    yield [texts.say("study.combination"), texts.say("study.for-points"), texts.say("study.for-victory")]
    for kind in KINDS:
        yield [texts.say(f"coach.kind.{kind}"), *(texts.percent(found.kinds[kind], 2) for found in forecasts)]
    yield [texts.say("box.points"), *(texts.number(found.points, 3) for found in forecasts)]
    yield [texts.say("options.head.gift"), *(texts.number(found.gift, 3) for found in forecasts)]


def giving(texts: Catalog) -> Iterator[list[str]]:
    """The value of having given ten points more, before each round and by the lead in giving.

    The ten points themselves are not counted: they cost ten points of lead. Above ten, giving has paid.
    """
    lead = objective_for("lead", SETUP)
    yield [texts.say("study.round"), *(texts.number(ahead, signed=True) for ahead in AHEAD)]
    for round_ in ROUNDS[3:]:
        given = USUAL_GIFT * (round_ - 1)
        cells = []
        for ahead in AHEAD:
            before, after = (
                lead.before_turn(even_game(round_, (given + ahead + more, given), (True, True)))[0]
                for more in (0, MORE)
            )
            cells.append(texts.number(after - before, 2))
        yield [str(round_), *cells]


def even_game(round_: int, given: tuple[int, int], gifts: tuple[bool, ...]) -> GameState:
    """A position before a round with level points, so that only giving and gifts differ."""
    rest = (0,) * (round_ - 2)
    sheets = (
        Sheet(
            points=(100 - received, *rest)[: round_ - 1],
            bonus=(0,) * (round_ - 1),
            received=(received, *rest)[: round_ - 1],
            given=(gave, *rest)[: round_ - 1],
            has_gift=has_gift,
        )
        for gave, received, has_gift in zip(given, given[::-1], gifts, strict=True)
    )
    return new_game(PLAYERS)._replace(round=round_, sheets=tuple(sheets))


STUDIES = {"gift": gift, "combinations": combinations, "giving": giving}
