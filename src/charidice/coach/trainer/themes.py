"""Themes: the question that a decision turns on, such as a straight or a colour.

A theme sorts the moves of a decision by idea; many moves follow none. A decision has the theme if its best move follows
one of the ideas and if every move of another idea costs at least LEAST_MARGIN of the chance of victory.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple, Self

from charidice.rules.dice import Colour, Dice
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll, Score
from charidice.rules.scoring import Kind, ScoringOption
from charidice.rules.strict import Node
from charidice.strategy.analysis import Analysis
from charidice.strategy.bots.points import turn_for_points
from charidice.strategy.objectives.contest import Objective


class Theme(StrEnum):
    """What a decision is about."""

    STRAIGHT_OR_COLOUR = "straight-or-colour"
    NUMBER_OR_COLOURS = "number-or-colours"
    """Four of a number, or one die of every colour."""
    KEEP_OR_ROLL = "keep-or-roll"
    """Keep several dice, or roll all or all but one again."""
    GIFT_OR_POINTS = "gift-or-points"
    """A small gift, or more points."""
    CHARITY = "charity"
    """The race for the charity bonus: take the lead in giving, or not."""
    ASKING = "asking"
    """Ask for the greatest of gifts now, or wait."""
    ASKED = "asked"
    """The recipient has asked."""
    LAST_ROUND = "last-round"
    """More points, or a better chance."""
    LEAD = "lead"
    """A lead to protect: more points, or a safe turn."""
    STRAIGHT = "straight"
    """For children: what a straight is."""
    GIFT_COST = "gift-cost"
    """For children: what a gift costs."""


class Idea(StrEnum):
    """What a move is for."""

    STRAIGHT = "straight"
    COLOUR = "colour"
    NUMBER = "number"
    COLOURS = "colours"
    KEEP = "keep"
    ALL = "all"
    GIFT = "gift"
    POINTS = "points"
    GIVE = "give"
    HOLD = "hold"
    ASK = "ask"
    WAIT = "wait"
    SCORE = "score"
    ROLL = "roll"
    CHANCE = "chance"
    SAFE = "safe"
    SMALL = "small"
    LARGE = "large"
    OTHER = "other"


# Of the chance of victory: below it, players need not care.
LEAST_MARGIN = 0.008
# A child sees at once that it matters.
CLEAR_MARGIN = 0.03
# Nobody would hesitate to keep dice, or to roll them all, where the other costs more.
MOST_OF_KEEPING = 0.05
# Own points closer than this are the same; totals are whole numbers.
SAME_POINTS = 0.5
# In points: a lead that is worth protecting, from the middle of the game on.
LEAST_LEAD = 10
# The rounds at the end in which the charity bonus is raced for.
RACE = 3
# In points: how close the donations then are.
CLOSE_RACE = 30
# Dice of one colour or number: those that score, those of a colour that are kept for it, and those of a number.
MANY, SOME, PAIR = 4, 3, 2
# For children: how much more a large gift is, for about the same points.
LARGER_GIFT, SAME_TOTAL = 8, 4


class Analysed(NamedTuple):
    """A decision with the value of every move to its player."""

    node: Node
    victory: Mapping[Action, float]
    """The chance of victory."""
    points: Mapping[Action, float]
    """The expected points and bonus of the turn; of no interest to a recipient."""

    @classmethod
    def of(cls, node: Node, objective: Objective) -> Self:
        player, state = node.player, node.state
        assert player is not None
        turn = turn_for_points(state.setup.dice_set, state.setup.ruleset.free_giving, 0.0)
        points = {} if node.asking else turn.action_values(state)
        return cls(node, Analysis(node, objective).moves(player), points)

    @property
    def best(self) -> float:
        return max(self.victory.values())

    def loss(self, action: Action) -> float:
        return self.best - self.victory[action]


class Found(NamedTuple):
    """A theme of a decision."""

    idea: Idea
    """Of the best move."""
    margin: float
    """What the best move of another idea costs."""


Ideas = dict[Action, Idea]


def find(theme: Theme, analysed: Analysed) -> Found | None:
    """The theme as this decision has it, or None."""
    ideas = IDEAS[theme](analysed)
    if not ideas:
        return None
    best_of: dict[Idea, float] = {}
    for action, idea in ideas.items():
        best_of[idea] = max(best_of.get(idea, 0.0), analysed.victory[action])
    best, *others = sorted(best_of, key=lambda idea: -best_of[idea])
    if not others or best_of[best] < analysed.best:
        return None
    margin = best_of[best] - best_of[others[0]]
    return Found(best, margin) if _is_wanted(theme, best, margin) else None


def themes(analysed: Analysed) -> dict[Theme, Found]:
    """All themes of a decision."""
    return {theme: found for theme in Theme if (found := find(theme, analysed))}


def _is_wanted(theme: Theme, best: Idea, margin: float) -> bool:
    if theme is Theme.STRAIGHT:
        return best is Idea.STRAIGHT and margin >= CLEAR_MARGIN
    if theme is Theme.GIFT_COST:
        return best is Idea.SMALL and margin >= CLEAR_MARGIN
    return LEAST_MARGIN <= margin <= (MOST_OF_KEEPING if theme is Theme.KEEP_OR_ROLL else 1)


def _straight_or_colour(analysed: Analysed) -> Ideas:
    many = [dice for dice in _by_colour(analysed).values() if len(dice) >= MANY]
    if not many:
        return {}
    numbers, ideas = analysed.node.state.turn.numbers, Ideas()
    for action, dice in _with_dice(analysed):
        if len(dice) >= SOME and set(dice) <= set(many[0]):
            span = 1 + max(numbers[die] for die in dice) - min(numbers[die] for die in dice)
            # Of three dice with one number missing, the missing one makes a straight.
            ideas[action] = Idea.STRAIGHT if span == len(dice) or span <= MANY else Idea.COLOUR
    return ideas


def _number_or_colours(analysed: Analysed) -> Ideas:
    state, ideas = analysed.node.state, Ideas()
    numbers = state.turn.numbers
    faces = state.faces
    for action, dice in _with_dice(analysed):
        is_number = len({numbers[die] for die in dice}) == 1
        if is_number and len(dice) >= (PAIR if isinstance(action, Roll) else MANY):
            ideas[action] = Idea.NUMBER
        elif not is_number and len(dice) >= SOME and len({faces[die].colour for die in dice}) == len(dice):
            ideas[action] = Idea.COLOURS
    return ideas


def _keep_or_roll(analysed: Analysed) -> Ideas:
    return {
        action: Idea.KEEP if len(action.keep) > 1 else Idea.ALL
        for action in analysed.victory
        if isinstance(action, Roll)
    }


def _gift_or_points(analysed: Analysed) -> Ideas:
    options = _last_options(analysed)
    if not options or analysed.node.state.turn.asked:
        return {}
    return _by_gift(options)


def _by_gift(options: Mapping[Action, ScoringOption]) -> Ideas:
    most = max(option.total for option in options.values())
    gift = min(option.gift for option in options.values() if option.total == most)
    ideas = Ideas()
    for action, option in options.items():
        if option.total == most and option.gift == gift:
            ideas[action] = Idea.POINTS
        elif option.gift < gift:
            ideas[action] = Idea.GIFT
    return ideas


def _charity(analysed: Analysed) -> Ideas:
    state = analysed.node.state
    if state.setup.ruleset.rounds - state.round >= RACE:
        return {}
    given = [sheet.total_given for sheet in state.sheets]
    own = given.pop(state.active)
    ahead = max(given)
    if abs(own - ahead) > CLOSE_RACE:
        return {}
    factor = 2 if state.turn.asked else 1
    return {
        action: Idea.GIVE if own + factor * option.gift >= ahead else Idea.HOLD
        for action, option in _last_options(analysed).items()
    }


def _asking(analysed: Analysed) -> Ideas:
    return {AskGift(): Idea.ASK, DeclineGift(): Idea.WAIT} if analysed.node.asking else {}


def _asked(analysed: Analysed) -> Ideas:
    """With rolls left, whether to go on; after the last roll, the gift or the points."""
    if analysed.node.asking or not analysed.node.state.turn.asked:
        return {}
    options = _last_options(analysed)
    if options:
        return _by_gift(options)
    return {action: Idea.SCORE if isinstance(action, Score) else Idea.ROLL for action in analysed.victory}


def _last_round(analysed: Analysed) -> Ideas:
    state = analysed.node.state
    return _by_points(analysed, Idea.CHANCE) if state.round == state.setup.ruleset.rounds else {}


def _lead(analysed: Analysed) -> Ideas:
    state = analysed.node.state
    rounds = state.setup.ruleset.rounds
    totals = [sheet.subtotal for sheet in state.sheets]
    own = totals.pop(state.active)
    is_ahead = own - max(totals) >= LEAST_LEAD
    return _by_points(analysed, Idea.SAFE) if is_ahead and rounds / 2 < state.round < rounds else {}


def _by_points(analysed: Analysed, other: Idea) -> Ideas:
    if not analysed.points:
        return {}
    most = max(analysed.points.values())
    return {action: Idea.POINTS if value > most - SAME_POINTS else other for action, value in analysed.points.items()}


def _straight(analysed: Analysed) -> Ideas:
    options = _last_options(analysed)
    straights = {Kind.STRAIGHT_OF_FOUR, Kind.STRAIGHT_OF_FIVE, Kind.STRAIGHT_OF_SIX}
    return {action: Idea.STRAIGHT if option.kind in straights else Idea.OTHER for action, option in options.items()}


def _gift_cost(analysed: Analysed) -> Ideas:
    options = _last_options(analysed)
    if not options:
        return {}
    least = min(options.values(), key=lambda option: (option.gift, -option.total))
    ideas = Ideas()
    for action, option in options.items():
        if option.gift == least.gift:
            ideas[action] = Idea.SMALL
        elif option.gift >= least.gift + LARGER_GIFT and abs(option.total - least.total) <= SAME_TOTAL:
            ideas[action] = Idea.LARGE
    return ideas


def _with_dice(analysed: Analysed) -> Iterator[tuple[Action, Dice]]:
    """The moves that keep or score dice, with these."""
    for action in analysed.victory:
        if isinstance(action, Roll):
            yield action, action.keep
        elif isinstance(action, Score):
            yield action, action.dice


def _last_options(analysed: Analysed) -> dict[Action, ScoringOption]:
    """The ways to score by their action, where nothing else is left to do."""
    state = analysed.node.state
    if analysed.node.asking or state.rolls_left:
        return {}
    options = {option.dice: option for option in state.options}
    return {action: options[action.dice] for action in analysed.victory if isinstance(action, Score)}


def _by_colour(analysed: Analysed) -> dict[Colour, list[int]]:
    found: dict[Colour, list[int]] = {}
    for die, face in enumerate(analysed.node.state.faces):
        found.setdefault(face.colour, []).append(die)
    return found


IDEAS: dict[Theme, Callable[[Analysed], Ideas]] = {
    Theme.STRAIGHT_OR_COLOUR: _straight_or_colour,
    Theme.NUMBER_OR_COLOURS: _number_or_colours,
    Theme.KEEP_OR_ROLL: _keep_or_roll,
    Theme.GIFT_OR_POINTS: _gift_or_points,
    Theme.CHARITY: _charity,
    Theme.ASKING: _asking,
    Theme.ASKED: _asked,
    Theme.LAST_ROUND: _last_round,
    Theme.LEAD: _lead,
    Theme.STRAIGHT: _straight,
    Theme.GIFT_COST: _gift_cost,
}
