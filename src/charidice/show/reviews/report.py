"""A review as lines of text."""

from collections.abc import Iterator, Sequence

from wcwidth import ljust, rjust, wrap
from wcwidth import width as cells

from charidice.coach.reviews.model import Review
from charidice.coach.reviews.turns import ReviewedRoll, ReviewedTurn, Step, turns
from charidice.messages import Catalog
from charidice.rules.state import GameState
from charidice.show.columns import aligned
from charidice.show.reviews.words import SYMBOLS, ReviewWords

FACES_WIDTH = 17
LUCK_WIDTH = 7
MOVE_WIDTH = 44
NARROW_INDENT = 4


def report(review: Review, catalog: Catalog, width: int | None = None) -> Iterator[str]:
    """Turn by turn, then the summary, and the breakdown of each result.

    `width` limits columns; sentences are not wrapped.
    """
    words = ReviewWords(review, catalog)
    yield words.title()
    yield from words.truths()
    if review.noted < len(review.moments):
        yield ""
        heads = ("options.head.dice", "review.luck", "review.decision")
        yield from _columns(*map(catalog.say, heads), width=width)
    for turn in turns(review):
        yield ""
        yield from _turn(turn, words, width)
    for block in (_summary(words, width), _gifts(words), *([_accounts(words)] if words.parts(0) else [])):
        yield ""
        yield from block


def _turn(turn: ReviewedTurn, words: ReviewWords, width: int | None) -> Iterator[str]:
    active = turn.start.active
    before, after = (words.value(values[0][active]) for values in (turn.before, turn.after))
    yield f"{words.turn(turn.start)}  {before} → {after}"
    yield from _steps(turn.start, turn.opening, ("", ""), words, width)
    if turn.noted:
        told = f"{words.catalog.say('review.noted')}: {words.noted(turn.noted)}"
        yield from _columns("", "", told, width=width)
    for roll in turn.rolls:
        yield from _roll(roll, words, width)


def _roll(roll: ReviewedRoll, words: ReviewWords, width: int | None) -> Iterator[str]:
    """The dice and their luck on the line of the first move after the roll."""
    state = roll.state
    luck = words.amount(roll.luck[0][state.active]) if roll.luck else ""
    dice = " ".join(map(str, state.faces)), luck
    if not roll.steps:
        yield from _columns(*dice, width=width)
    yield from _steps(state, roll.steps, dice, words, width)


def _steps(
    state: GameState, steps: Sequence[Step], dice: tuple[str, str], words: ReviewWords, width: int | None
) -> Iterator[str]:
    for step in steps:
        yield from _columns(*dice, _move(state, step, words), _verdict(step, words), width=width)
        dice = "", ""
        if step.decision and words.loss(step.decision):
            yield from _columns("", "", f"  {words.better(step.decision)}", width=width)


def _columns(faces: str, luck: str, move: str = "", verdict: str = "", *, width: int | None) -> Iterator[str]:
    """One line, or if that is too long, the move and below it the verdict, both wrapped."""
    dice = f"  {faces:<{FACES_WIDTH}}  {luck:>{LUCK_WIDTH}}  "
    line = f"{dice}{ljust(move, MOVE_WIDTH)}  {verdict}".rstrip()
    if width is None or cells(line) <= width:
        yield line
        return
    below = " " * (len(dice) if 2 * len(dice) <= width else NARROW_INDENT)
    for start, text in ((dice, move), (below, verdict)):
        yield from wrap(text, width, initial_indent=start, subsequent_indent=f"{below}  ")


def _move(state: GameState, step: Step, words: ReviewWords) -> str:
    move, brings = words.move(state, step.action), words.scored(state, step.action)
    told = f"{move}: {brings}" if brings else move
    return told if step.seat == state.active else f"{words.player(step.seat)}: {told}"


def _verdict(step: Step, words: ReviewWords) -> str:
    if step.decision is None:
        return ""
    grade = step.decision.grade
    return f"{SYMBOLS[grade]:<2} {words.grade(grade)} {words.loss(step.decision)}".rstrip()


def _summary(words: ReviewWords, width: int | None) -> Iterator[str]:
    """All players side by side, or if that is too wide, one below another."""
    names, rows = words.review.record.players, list(words.summary())
    lines = aligned([("", *names), *((label, *own) for label, own in rows)], "<" + ">" * len(names))
    if width is None or max(map(cells, lines)) <= width:
        yield from lines
        return
    for seat, name in enumerate(names):
        if seat:
            yield ""
        facts = [("", name), *((label, own[seat]) for label, own in rows)]
        right = min(width, max(cells(label) + 2 + cells(fact) for label, fact in facts))
        for label, fact in facts:
            if cells(label) + 2 + cells(fact) > right:
                yield ljust(label, right)
                label = ""
            yield label + rjust(fact, right - cells(label))


def _gifts(words: ReviewWords) -> Iterator[str]:
    seats = range(len(words.review.players))
    yield from map(words.greatest_gift, seats)
    yield from filter(None, map(words.kindness, seats))


def _accounts(words: ReviewWords) -> Iterator[str]:
    """The breakdown of each result: the parts and their sum."""
    for number in range(len(words.review.objectives)):
        yield words.catalog.say("review.accounts", objective=words.objective(number))
        for seat, player in enumerate(words.review.players):
            account = player.accounts[number]
            parts = (f"{words.amount(part, number)} {name}" for name, part in words.parts(seat, number))
            start, result = words.value(account.start, number), words.value(account.result, number)
            yield f"  {words.player(seat)}: {start} {words.start_name()}, {', '.join(parts)} = {result}"
