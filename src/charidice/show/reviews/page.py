"""The contents of a review page as data, in the reader's language: drawn by html/ and by the browser."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from charidice.coach.reviews.model import Decision, Grade, Review, grade
from charidice.coach.reviews.swings import Swing, SwingKind, swings
from charidice.coach.reviews.turns import ReviewedRoll, ReviewedTurn, Step, turns
from charidice.messages import Catalog
from charidice.rules.dice import Dice
from charidice.rules.engine import evolve
from charidice.rules.moves import Action, DeclineGift, Noted, Roll, Score, dice_of
from charidice.rules.sheet import results
from charidice.rules.state import GameState
from charidice.show.charts import Chart
from charidice.show.reviews.charts import AccountChart, account_charts, curve, round_bars
from charidice.show.reviews.words import SYMBOLS, ReviewWords
from charidice.show.words import capital, victory_text

PlacedDecision = tuple[int, Decision]
"""A decision, and the number of events up to and including its move."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and its value; a number of decisions also has their grade."""

    name: str
    value: str
    grade: Grade | None = None
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class MoveWords:
    """A move in words, and the faces in them, so that dice can be drawn instead."""

    words: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A decision worth looking at again."""

    events: int
    """The number of events up to and including the move."""
    round: int
    faces: tuple[str, ...]
    """The dice it was about."""
    asking: bool
    """Whether it was about the greatest of gifts."""
    move: MoveWords


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The summary of one seat."""

    name: str
    points: str
    figures: tuple[Fact, ...]
    account: AccountChart | None
    """None if nothing is known of any turn."""
    by_round: Chart | None
    """None if nothing is known of the turns and decisions of this seat."""
    facts: tuple[Fact, ...]
    best_move: Highlight | None
    """The right move where every other one would have lost the most; None if no loss would have been noticed."""
    worst_move: Highlight | None
    """The move that lost the most; None if all were good."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The assessment of a decision."""

    grade: Grade
    symbol: str
    words: str
    loss: str
    """Empty if it rounds to 0."""
    better: MoveWords | None


@dataclass(frozen=True, slots=True)
class StepLine:
    """A move after a roll; a forced one is not assessed."""

    events: int
    """The number of events up to and including it."""
    player: str | None
    """The player, if not the active one."""
    move: MoveWords
    scored: str
    assessment: Assessment | None


@dataclass(frozen=True, slots=True)
class RollRow:
    """A roll and the moves after it."""

    events: int
    """The number of events up to and including the roll."""
    faces: tuple[str, ...]
    kept: Dice
    scored: Dice
    luck: str
    """Empty if the rolls before it are not known."""
    steps: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class TurnCard:
    """A turn, finished or not."""

    name: str
    values: str
    """Of its player, before and after it."""
    opening: tuple[StepLine, ...]
    rolls: tuple[RollRow, ...]


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A moment that changed the chances much."""

    events: int
    """The number of events up to and including it."""
    turn: int
    """0-based index of its turn."""
    name: str
    """The round and whose chances changed."""
    seat: int
    kind: SwingKind
    grade: Grade | None
    """Of a decision."""
    title: str
    move: MoveWords
    better: MoveWords | None
    change: str


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A page about a review."""

    title: str
    victory: str
    """Who won; empty for an unfinished game."""
    truths: tuple[str, ...]
    curve: Chart
    moments: tuple[KeyMoment, ...]
    players: tuple[PlayerCard, ...]
    rounds: tuple[tuple[TurnCard, ...], ...]


def review_page(review: Review, catalog: Catalog) -> ReviewPage:
    words, played = ReviewWords(review, catalog), turns(review)
    rounds = groupby(played, key=lambda turn: turn.start.round)
    return ReviewPage(
        words.title(),
        _victory(words),
        tuple(words.truths()),
        curve(words, played),
        tuple(_key_moment(words, each) for each in swings(played)),
        tuple(_players(words, played)),
        tuple(tuple(_turn(words, turn) for turn in turns) for _, turns in rounds),
    )


def _victory(words: ReviewWords) -> str:
    record = words.review.record
    # Bidi-isolated, so that a right-to-left name does not reorder the sentence.
    names = [f"\u2068{name}\u2069" for name in record.players]
    return victory_text(words.catalog, record.state, names) if record.state.is_over else ""


def _key_moment(words: ReviewWords, found: Swing) -> KeyMoment:
    event, before, decision = found.moment.event, found.moment.state, found.decision
    name, change = words.turn(before, found.seat), words.change(found.change)
    if decision:
        move, judged = _move(words.move(before, decision.action), before, decision.action), _assessment(words, decision)
        title = capital(judged.words)
        better = judged.better
    else:
        faces = tuple(map(str, evolve(before, event).faces))
        move = MoveWords(words.noted(event) if isinstance(event, Noted) else " ".join(faces), faces)
        title, better = words.catalog.say(f"review.moment.{found.kind}"), None
    graded = decision.grade if decision else None
    return KeyMoment(found.events, found.turn, name, found.seat, found.kind, graded, title, move, better, change)


def _players(words: ReviewWords, played: list[ReviewedTurn]) -> Iterator[PlayerCard]:
    state = words.review.record.state
    final = results(state.sheets) if state.is_over else None
    accounts, by_round = account_charts(words), round_bars(words, played)
    for seat, sheet in enumerate(state.sheets):
        total = final[seat].total if final else sheet.subtotal
        yield PlayerCard(
            words.player(seat),
            words.catalog.say("points", count=total),
            tuple(_figures(words, seat)),
            accounts[seat],
            by_round[seat],
            tuple(_facts(words, seat)),
            _best_move(words, seat),
            _worst_move(words, seat),
        )


def _figures(words: ReviewWords, seat: int) -> Iterator[Fact]:
    """The grades of the decisions, and the sums of the boxes where not all are known."""
    say, player = words.catalog.say, words.review.players[seat]
    if not words.review.is_complete:
        # The total stands beside the name.
        sums = ((box, value) for box, value in words.sums(seat).items() if box != "total")
        yield from (Fact(capital(say(f"box.{box}")), str(value)) for box, value in sums)
    if not words.review.knows_decisions([seat]):
        return
    yield Fact(capital(say("review.accuracy")), words.accuracy(player))
    for each in Grade:
        yield Fact(capital(say(f"review.grades.{each}")), str(player.grades[each]), each, SYMBOLS[each])


def _facts(words: ReviewWords, seat: int) -> Iterator[Fact]:
    say, player = words.catalog.say, words.review.players[seat]
    if words.review.is_complete:
        yield Fact(capital(say("review.without-luck")), words.without_luck(player))
    yield Fact(capital(say("review.received")), words.gifts(player.received))
    yield Fact(capital(say("review.given")), words.gifts(player.given))
    yield Fact(capital(say("review.greatest-gift")), words.greatest_gift(seat))
    if kindness := words.kindness(seat):
        yield Fact(capital(say("review.kindness")), kindness)


def _best_move(words: ReviewWords, seat: int) -> Highlight | None:
    """Leaves out scores after the last roll and not asking: hardly anybody is proud of them."""

    def margin(placed: PlacedDecision) -> float:
        judged = placed[1].judgements[0]
        return judged.value - judged.rival

    found = [
        (events, decision)
        for events, decision in _decisions(words.review, seat)
        if (decision.state.rolls_left or not isinstance(decision.action, Score))
        and not isinstance(decision.action, DeclineGift)
    ]
    best = max(found, key=margin, default=None)
    objective = words.review.objectives[0].name
    if best is None or grade(objective, margin(best)) is Grade.GOOD:
        return None
    return _highlight(words, best)


def _worst_move(words: ReviewWords, seat: int) -> Highlight | None:
    found = [placed for placed in _decisions(words.review, seat) if placed[1].grade is not Grade.GOOD]
    worst = max(found, key=lambda placed: placed[1].loss, default=None)
    return worst and _highlight(words, worst)


def _decisions(review: Review, seat: int) -> Iterator[PlacedDecision]:
    for events, moment in enumerate(review.moments, 1):
        yield from ((events, decision) for decision in moment.decisions if decision.seat == seat)


def _highlight(words: ReviewWords, placed: PlacedDecision) -> Highlight:
    events, decision = placed
    state, action = decision.state, decision.action
    faces = tuple(map(str, state.faces))
    asking = decision.seat != state.active
    return Highlight(events, state.round, faces, asking, _move(words.move(state, action), state, action))


def _turn(words: ReviewWords, turn: ReviewedTurn) -> TurnCard:
    active = turn.start.active
    before, after = (words.value(values[0][active]) for values in (turn.before, turn.after))
    return TurnCard(
        words.turn(turn.start),
        f"{before} → {after}",
        (*(_step(words, turn.start, step) for step in turn.opening), *_noted(words, turn)),
        tuple(_roll(words, roll) for roll in turn.rolls),
    )


def _noted(words: ReviewWords, turn: ReviewedTurn) -> Iterator[StepLine]:
    """The single line of a turn that was entered without its dice."""
    if turn.noted:
        text = MoveWords(words.catalog.say("review.noted"), ())
        yield StepLine(turn.events, None, text, words.noted(turn.noted), None)


def _roll(words: ReviewWords, roll: ReviewedRoll) -> RollRow:
    state = roll.state
    chosen = next((step.action for step in roll.steps if step.seat == state.active), None)
    return RollRow(
        roll.events,
        tuple(map(str, state.faces)),
        chosen.keep if isinstance(chosen, Roll) else (),
        chosen.dice if isinstance(chosen, Score) else (),
        words.luck(roll),
        tuple(_step(words, state, step) for step in roll.steps),
    )


def _step(words: ReviewWords, state: GameState, step: Step) -> StepLine:
    return StepLine(
        step.events,
        words.player(step.seat) if step.seat != state.active else None,
        _move(words.move(state, step.action), state, step.action),
        words.scored(state, step.action),
        _assessment(words, step.decision) if step.decision else None,
    )


def _assessment(words: ReviewWords, decision: Decision) -> Assessment:
    graded, loss, best = decision.grade, words.loss(decision), decision.judgements[0].best
    better = _move(words.better(decision), decision.state, best) if loss else None
    return Assessment(graded, SYMBOLS[graded], words.grade(graded), loss, better)


def _move(text: str, state: GameState, action: Action) -> MoveWords:
    return MoveWords(text, tuple(str(state.faces[die]) for die in dice_of(action)))
