"""The exercises that come with the game, by theme, and what each theme costs the bots in a game.

Decisions are from games of equal bots for two, by the rulebook. They are chosen so that each idea of a theme is right
about as often as the pool allows, and that easy and difficult ones take turns.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from random import Random
from typing import NamedTuple

from charidice.arena import Estimate, deal_dice, play_game
from charidice.coach.trainer.levels import (
    FALLIBLE,
    answers,
    rating_of_exercise,
    rating_of_level,
    worth_of_level,
)
from charidice.coach.trainer.themes import Analysed, Found, Idea, Theme, themes
from charidice.coach.trainer.worth import HAIR
from charidice.history.games import DecisionKind
from charidice.record.position import write_node
from charidice.rules.moves import Action
from charidice.rules.state import Setup
from charidice.rules.strict import Node
from charidice.strategy.bots.levels import LEVELS, Chooser, Level
from charidice.strategy.bots.team import Team
from charidice.strategy.objectives.contest import objective_for
from charidice.strategy.turn.orbits import orbits, roll_index

FORMAT, VERSION = "charidice-themes", 1
SETUP = Setup(2)
# Where the other idea costs more, only children need to think.
MOST_MARGIN = 0.12
FOR_CHILDREN = (Theme.STRAIGHT, Theme.GIFT_COST)
# About what the fox ignores: it is wrong in half of the exercises, if so many are found.
BEYOND_POINTS = (Theme.GIFT_OR_POINTS, Theme.CHARITY, Theme.ASKED, Theme.LAST_ROUND, Theme.LEAD)
FOX = 1 << LEVELS.index("fox")
# In the file: of margins, and of losses per game.
DIGITS = 4

Key = tuple[int, int]
Report = Callable[[int, int], None]


class Candidate(NamedTuple):
    """A decision that may become an exercise of a theme."""

    node: str
    found: Found
    worths: dict[Level, float]
    """Of the answers of bots."""
    right: int
    """A bit for each level, the sparrow's first: whether more than half of its answers are right."""
    key: Key


class Costs:
    """What groups of decisions cost in each game of a seat."""

    def __init__(self) -> None:
        self._games: list[dict[str, float]] = []

    def add(self, losses: Mapping[str, float]) -> None:
        self._games.append(dict(losses))

    def of(self, group: str) -> list[float]:
        """The mean, and the margin of its 95 % interval."""
        found = Estimate.of([game.get(group, 0.0) for game in self._games])
        return [round(found.mean, DIGITS), round((found.high or found.mean) - found.mean, DIGITS)]


class Pool:
    """The decisions of many games."""

    def __init__(self) -> None:
        self.objective = objective_for("victory", SETUP)
        self.candidates: dict[Theme, list[Candidate]] = defaultdict(list)
        self.costs: dict[Level, Costs] = {level: Costs() for level in FALLIBLE}

    def play(self, level: Level, game: int, seed: int) -> None:
        made: list[tuple[Node, Action]] = []
        bots = Team.of((level,) * SETUP.players)(Random(f"{seed}.{game}.{level}"))  # noqa: S311  (meant to be repeated)
        play_game([_Noted(bot, made) for bot in bots], SETUP, deal_dice(seed, game))
        losses: list[dict[str, float]] = [defaultdict(float) for _ in bots]
        for node, action in made:
            if len(node.actions) > 1 and node.player is not None:
                self._judge(node, action, losses[node.player])
        for of_seat in losses:
            self.costs[level].add(of_seat)

    def _judge(self, node: Node, action: Action, losses: dict[str, float]) -> None:
        analysed = Analysed.of(node, self.objective)
        losses[kind_of(node)] += analysed.loss(action)
        for theme, found in themes(analysed).items():
            losses[theme] += analysed.loss(action)
            self.candidates[theme].append(_candidate(analysed, found))

    def levels(self) -> dict[Level, float]:
        """The ratings of the bots, from all decisions; each theme counts alike."""
        return {
            level: round(
                rating_of_level(
                    fsum(
                        fsum(each.worths[level] for each in candidates) / len(candidates)
                        for candidates in self.candidates.values()
                    )
                    / len(self.candidates)
                )
            )
            for level in FALLIBLE
        }


class _Noted(NamedTuple):
    """A bot, and all that it has decided."""

    bot: Chooser
    made: list[tuple[Node, Action]]

    def choose(self, node: Node) -> Action:
        action = self.bot.choose(node)
        self.made.append((node, action))
        return action


def theme_set(count: int, games: int, seed: int, report: Report = lambda done, total: None) -> dict[str, object]:
    """So many exercises of each theme as JSON fields, from so many games of each bot; the same for the same numbers."""
    pool = Pool()
    for game in range(games):
        for level in FALLIBLE:
            pool.play(level, game, seed)
        report(game + 1, games)
    levels = pool.levels()
    chosen = choose(pool.candidates, levels, count)
    return {
        "format": FORMAT,
        "version": VERSION,
        "levels": {level: _level(pool.costs.get(level), levels.get(level)) for level in LEVELS},
        "themes": {theme: [_row(each, levels) for each in chosen[theme]] for theme in Theme},
    }


def choose(
    candidates: Mapping[Theme, Sequence[Candidate]], levels: Mapping[Level, float], count: int
) -> dict[Theme, list[Candidate]]:
    """So many of each theme, the easiest first; no two have the same dice up to the colours' names."""
    used: set[Key] = set()
    chosen = {}
    # Rare themes choose first.
    for theme in sorted(Theme, key=lambda theme: len(candidates.get(theme, ()))):
        groups: dict[tuple[Idea, bool], list[Candidate]] = defaultdict(list)
        for each in set_of(candidates.get(theme, ())):
            groups[each.found.idea, theme in BEYOND_POINTS and not each.right & FOX].append(each)
        found: list[Candidate] = []
        # The rarest first: the others fill up.
        for number, group in enumerate(sorted(groups.values(), key=len)):
            share = (count - len(found)) // (len(groups) - number)
            near = group if theme in FOR_CHILDREN else _near(group, share)
            found += _spread(_ranked(near, levels), share, used)
        chosen[theme] = _ranked(found, levels)
    return chosen


def _ranked(candidates: Sequence[Candidate], levels: Mapping[Level, float]) -> list[Candidate]:
    """The easiest first."""
    return sorted(candidates, key=lambda each: (rating(each, levels), each.node))


def _near(candidates: Sequence[Candidate], least: int) -> list[Candidate]:
    """Those in which both ideas are near each other, or the nearest, at least so many."""
    ranked = sorted(candidates, key=lambda each: (each.found.margin, each.node))
    return [each for number, each in enumerate(ranked) if number < least or each.found.margin <= MOST_MARGIN]


def set_of(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One of each key."""
    return list({each.key: each for each in reversed(candidates)}.values())


def rating(candidate: Candidate, levels: Mapping[Level, float]) -> int:
    return round(rating_of_exercise(candidate.worths, levels))


def _spread(ranked: Sequence[Candidate], count: int, used: set[Key]) -> list[Candidate]:
    """So many at equal distances in difficulty."""
    free = [each for each in ranked if each.key not in used]
    step = max(len(free) / count, 1.0) if count else 1.0
    found = [free[int(at * step)] for at in range(min(count, len(free)))]
    used.update(each.key for each in found)
    return found


def _candidate(analysed: Analysed, found: Found) -> Candidate:
    node, state = analysed.node, analysed.node.state
    worths = {level: worth_of_level(level, analysed, found.margin) for level in FALLIBLE}
    right = 1 << LEVELS.index("owl")
    for place, level in enumerate(FALLIBLE):
        right |= is_right(level, analysed) << place
    orbit = int(orbits(state.setup.dice_set).of_roll[roll_index(state.turn.numbers)])
    return Candidate(write_node(node), found, worths, right, (orbit, state.turn.rolls))


def is_right(level: Level, analysed: Analysed) -> bool:
    """Whether more than half of a bot's answers are within a hair of the best."""
    if level == "owl":
        return True
    return sum(share for move, share in answers(level, analysed.node).items() if analysed.loss(move) <= HAIR) > 1 / 2


def kind_of(node: Node) -> DecisionKind:
    if node.asking:
        return DecisionKind.ASKING
    if not node.state.rolls_left:
        return DecisionKind.SCORING
    return DecisionKind.FIRST_KEEP if node.state.turn.rolls == 1 else DecisionKind.SECOND_KEEP


def _row(candidate: Candidate, levels: Mapping[Level, float]) -> list[object]:
    idea, margin = candidate.found
    return [candidate.node, idea, round(margin, DIGITS), rating(candidate, levels), candidate.right]


def _level(costs: Costs | None, rated: float | None) -> dict[str, object]:
    """A bot as a yardstick; the owl loses nothing."""
    return {
        "rating": rated,
        "kinds": {kind: costs.of(kind) if costs else [0, 0] for kind in DecisionKind},
        "themes": {theme: costs.of(theme) if costs else [0, 0] for theme in Theme},
    }


def lines(fields: Mapping[str, object]) -> Iterator[str]:
    """The file as text: JSON with a line for each level and each exercise."""

    def told(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    levels, exercises = fields["levels"], fields["themes"]
    assert isinstance(levels, dict)
    assert isinstance(exercises, dict)
    yield f'{{"format":{told(fields["format"])},"version":{told(fields["version"])},"levels":{{'
    yield ",\n".join(f"{told(level)}:{told(of)}" for level, of in levels.items())
    yield '},"themes":{'
    yield ",\n".join(f"{told(theme)}:[\n" + ",\n".join(map(told, rows)) + "]" for theme, rows in exercises.items())
    yield "}}"
