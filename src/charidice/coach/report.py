"""A review as lines of text."""

from collections.abc import Iterator, Sequence

from charidice.coach.review import Review
from charidice.coach.review_turns import ReviewedRoll, ReviewedTurn, Step, turns
from charidice.coach.review_words import SYMBOLS, ReviewWords
from charidice.messages import Catalog
from charidice.rules.state import GameState

FACES_WIDTH = 17
LUCK_WIDTH = 7
MOVE_WIDTH = 44


def report(review: Review, catalog: Catalog) -> Iterator[str]:
    """Turn by turn, then the summary, and where each result comes from."""
    words = ReviewWords(review, catalog)
    yield words.title()
    yield from words.truths()
    yield ""
    heads = ("options.head.dice", "review.luck", "review.decision")
    yield _columns(*map(catalog.say, heads))
    for turn in turns(review):
        yield ""
        yield from _turn(turn, words)
    for block in (_summary(words), _gifts(words), _accounts(words)):
        yield ""
        yield from block


def _turn(turn: ReviewedTurn, words: ReviewWords) -> Iterator[str]:
    active = turn.start.active
    before, after = (words.value(values[0][active]) for values in (turn.before, turn.after))
    yield f"{words.turn(turn.start)}  {before} → {after}"
    yield from _steps(turn.start, turn.opening, ("", ""), words)
    for roll in turn.rolls:
        yield from _roll(roll, words)


def _roll(roll: ReviewedRoll, words: ReviewWords) -> Iterator[str]:
    """The dice and their luck in the line of the first thing done with them."""
    state = roll.state
    dice = " ".join(map(str, state.faces)), words.amount(roll.luck[0][state.active])
    if not roll.steps:
        yield _columns(*dice)
    yield from _steps(state, roll.steps, dice, words)


def _steps(state: GameState, steps: Sequence[Step], dice: tuple[str, str], words: ReviewWords) -> Iterator[str]:
    for step in steps:
        yield _columns(*dice, _move(state, step, words), _verdict(step, words))
        dice = "", ""
        if step.decision and words.loss(step.decision):
            yield _columns("", "", f"  {words.better(step.decision)}")


def _columns(faces: str, luck: str, move: str = "", verdict: str = "") -> str:
    return f"  {faces:<{FACES_WIDTH}}  {luck:>{LUCK_WIDTH}}  {move:<{MOVE_WIDTH}}  {verdict}".rstrip()


def _move(state: GameState, step: Step, words: ReviewWords) -> str:
    move, brings = words.move(state, step.action), words.scored(state, step.action)
    told = f"{move}: {brings}" if brings else move
    return told if step.seat == state.active else f"{words.player(step.seat)}: {told}"


def _verdict(step: Step, words: ReviewWords) -> str:
    if step.decision is None:
        return ""
    grade = step.decision.grade
    return f"{SYMBOLS[grade]:<2} {words.grade(grade)} {words.loss(step.decision)}".rstrip()


def _summary(words: ReviewWords) -> Iterator[str]:
    rows = list(words.summary())
    names = words.review.record.players
    left = max(len(label) for label, _ in rows)
    widths = [max(map(len, column)) for column in zip(names, *(cells for _, cells in rows), strict=True)]
    for label, cells in [("", names), *rows]:
        yield f"{label:<{left}}  {_aligned(cells, widths)}".rstrip()


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _gifts(words: ReviewWords) -> Iterator[str]:
    for seat in range(len(words.review.players)):
        yield words.greatest_gift(seat)


def _accounts(words: ReviewWords) -> Iterator[str]:
    """Where each result comes from: what is added up, and the sum."""
    for number, view in enumerate(words.review.views):
        yield words.catalog.say("review.accounts", objective=words.catalog.say(f"review.objective.{view.name}"))
        for seat, player in enumerate(words.review.players):
            account = player.accounts[number]
            parts = (f"{words.amount(part, number)} {name}" for name, part in words.parts(account))
            start, result = words.value(account.start, number), words.value(account.result, number)
            yield f"  {words.player(seat)}: {start} {words.start_name()}, {', '.join(parts)} = {result}"
