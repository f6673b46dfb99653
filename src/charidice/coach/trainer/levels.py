"""The expected worth of the bots' answers to an exercise; exact, also for bots that decide partly at random."""

from collections import defaultdict
from collections.abc import Mapping
from math import log10

from charidice.coach.trainer.themes import Analysed
from charidice.coach.trainer.worth import worth
from charidice.rules.dice import ALL_DICE, DICE
from charidice.rules.moves import REROLLS, Action, AskGift, DeclineGift, Roll
from charidice.rules.strict import Node
from charidice.strategy.bots.levels import LEVELS, Level
from charidice.strategy.bots.points import Fox, Magpie
from charidice.strategy.bots.whims import SPARROW, SQUIRREL, Whims, largest_group
from charidice.strategy.turn.play import score_or_stop

# The bots whose answers say how difficult an exercise is; the owl's are always right.
FALLIBLE = LEVELS[:-1]
MEAN_RATING = 1500.0
SCALE = 400.0
# Ratings are found between these.
LEAST_RATING, MOST_RATING = 400.0, 2800.0
STEPS = 40


def answers(level: Level, node: Node) -> dict[Action, float]:
    """The probability of each answer of a bot other than the owl."""
    if level == "fox":
        return {Fox().choose(node): 1.0}
    if level == "magpie":
        return {Magpie().choose(node): 1.0}
    return _whims(SPARROW if level == "sparrow" else SQUIRREL, node)


def _whims(whims: Whims, node: Node) -> dict[Action, float]:
    if node.asking:
        return {AskGift(): whims.asks, DeclineGift(): 1 - whims.asks}
    state, found = node.state, defaultdict[Action, float](float)
    options = state.options
    scores = 1.0
    if state.rolls_left:
        scores = whims.takes_bonus if options[0].bonus else whims.gives_up
        group = largest_group(state.setup.dice_set, state.turn.numbers)
        _keep(found, group, (1 - scores) * whims.keeps_group)
        one = (1 - scores) * (1 - whims.keeps_group) / 2**DICE
        for dice in (*(roll.keep for roll in REROLLS), ALL_DICE):
            _keep(found, dice, one)
    found[score_or_stop(state, options[0].dice)] += scores * whims.scores_best
    for option in options:
        found[score_or_stop(state, option.dice)] += scores * (1 - whims.scores_best) / len(options)
    return dict(found)


def _keep(found: dict[Action, float], dice: tuple[int, ...], probability: float) -> None:
    """Of six dice, any one is rolled."""
    if len(dice) < DICE:
        found[Roll(dice)] += probability
        return
    for dropped in dice:
        found[Roll(tuple(die for die in dice if die != dropped))] += probability / DICE


def worth_of_level(level: Level, analysed: Analysed, margin: float) -> float:
    """The expected worth of a bot's answer."""
    if level == "owl":
        return 1.0
    return sum(share * worth(analysed.loss(move), margin) for move, share in answers(level, analysed.node).items())


def rating_of_level(mean_worth: float) -> float:
    """The rating of a bot from the mean worth of its answers, so that the average exercise has MEAN_RATING."""
    return MEAN_RATING + SCALE * log10(mean_worth / (1 - mean_worth))


def rating_of_exercise(worths: Mapping[Level, float], levels: Mapping[Level, float]) -> float:
    """The rating at which these answers are expected, with half a point against an average player."""
    players = [(levels[level], score) for level, score in worths.items()] + [(MEAN_RATING, 0.5)]
    scored = sum(score for _, score in players)
    low, high = LEAST_RATING, MOST_RATING
    for _ in range(STEPS):
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - rating) / SCALE)) for rating, _ in players)
        low, high = (middle, high) if expected > scored else (low, middle)
    return (low + high) / 2
