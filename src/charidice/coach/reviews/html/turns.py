"""The part of a review's page that goes through the game turn by turn."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from charidice.coach.reviews.html.markup import join, tag
from charidice.coach.reviews.model import Grade
from charidice.coach.reviews.turns import ReviewedRoll, ReviewedTurn, Step
from charidice.coach.reviews.words import SYMBOLS, ReviewWords
from charidice.rules.dice import ALL_DICE
from charidice.rules.moves import Action, Roll, Score
from charidice.rules.state import GameState


def link(number: int) -> str:
    """The address on the page of the turn with this number."""
    return f"#{_anchor(number)}"


def rounds(words: ReviewWords, played: Sequence[ReviewedTurn]) -> Iterator[Markup]:
    """A row of turns for every round."""
    numbered = enumerate(played)
    for _, turns in groupby(numbered, key=lambda row: row[1].start.round):
        cards = (_turn(words, number, turn) for number, turn in turns)
        yield tag("div", *cards, class_=f"round seats-{len(words.review.players)}")


def _anchor(number: int) -> str:
    return f"turn-{number + 1}"


def _turn(words: ReviewWords, number: int, turn: ReviewedTurn) -> Markup:
    active = turn.start.active
    before, after = (words.value(values[0][active]) for values in (turn.before, turn.after))
    heading = tag("h3", tag("span", words.turn(turn.start)), tag("span", f"{before} → {after}", class_="total"))
    opening = (_step(words, turn.start, step) for step in turn.opening)
    rolls = (_roll(words, roll) for roll in turn.rolls)
    card = (heading, *opening, tag("ol", *rolls, class_="rolls"))
    return tag("article", *card, class_="paper turn", id=_anchor(number))


def _roll(words: ReviewWords, roll: ReviewedRoll) -> Markup:
    luck = roll.luck[0][roll.state.active]
    told = tag("span", f"{words.catalog.say('review.luck')} ", tag("b", words.change(luck)), class_="luck")
    chosen = next((step.action for step in roll.steps if step.seat == roll.state.active), None)
    steps = (_step(words, roll.state, step) for step in roll.steps)
    felt = tag("div", _dice(words, roll.state, chosen), told, class_="felt", data_events=roll.events)
    return tag("li", felt, *steps)


def _dice(words: ReviewWords, state: GameState, chosen: Action | None) -> Markup:
    """All six, those kept in a gold ring, those scored in a bright one; the move beside them names them."""
    looks = dict.fromkeys(chosen.keep, " kept") if isinstance(chosen, Roll) else {}
    looks |= dict.fromkeys(chosen.dice, " scored") if isinstance(chosen, Score) else {}
    dice = []
    for die in ALL_DICE:
        face = state.faces[die]
        kind = f"die {face.colour.name.lower()}{looks.get(die, '')}"
        shown = join(tag("i", face.colour.letter), face.number)
        dice.append(tag("span", shown, class_=kind, role="img", aria_label=words.catalog.face(face)))
    return tag("span", *dice, class_="dice")


def _step(words: ReviewWords, state: GameState, step: Step) -> Markup:
    move = words.move(state, step.action)
    brings = words.scored(state, step.action)
    who = join(tag("bdi", words.player(step.seat)), ": ") if step.seat != state.active else ""
    told = tag("span", who, tag("b", move), " ", tag("span", brings, class_="brings"), class_="move")
    if step.decision is None:
        return tag("p", told, class_="step", data_events=step.events)
    grade = step.decision.grade
    badge = tag(
        "span", tag("span", SYMBOLS[grade], aria_hidden="true"), f" {words.grade(grade)}", class_=f"badge {grade}"
    )
    loss = words.loss(step.decision)
    if not loss:
        return tag("p", badge, " ", told, class_="step", data_events=step.events)
    lost = tag("span", loss, class_="lost")
    # What was wrong is told first; after a good move it is a mere remark.
    parts = (told, " ", lost) if grade is Grade.GOOD else (lost, " ", told)
    better = tag("span", words.better(step.decision), class_="better")
    return tag("p", badge, " ", *parts, " ", better, class_=f"step {grade}", data_events=step.events)
