"""The turns of a review page."""

from collections.abc import Iterator, Sequence
from itertools import count

from markupsafe import Markup

from charidice.coach.reviews.model import Grade
from charidice.messages import Catalog
from charidice.rules.dice import Face
from charidice.show.html.markup import join, tag
from charidice.show.reviews.page import RollRow, StepLine, TurnCard


def link(number: int) -> str:
    """The link to the turn of this index."""
    return f"#{_anchor(number)}"


def round_rows(rounds: Sequence[Sequence[TurnCard]], catalog: Catalog) -> Iterator[Markup]:
    """A row of turns for every round."""
    numbers = count()
    for turns in rounds:
        cards = (_turn(turn, next(numbers), catalog) for turn in turns)
        yield tag("div", *cards, class_="turns")


def _anchor(number: int) -> str:
    return f"turn-{number + 1}"


def _turn(turn: TurnCard, number: int, catalog: Catalog) -> Markup:
    heading = tag("h3", tag("span", turn.name), tag("span", turn.values, class_="total"))
    rolls = tag("ol", *(_roll(roll, catalog) for roll in turn.rolls), class_="rolls") if turn.rolls else ""
    return tag("article", heading, *map(_step, turn.opening), rolls, class_="paper turn", id=_anchor(number))


def _roll(roll: RollRow, catalog: Catalog) -> Markup:
    dice = (_die(catalog, Face.read(face), _ring(roll, die)) for die, face in enumerate(roll.faces))
    luck = tag("span", f"{catalog.say('review.luck')} ", tag("b", roll.luck), class_="luck") if roll.luck else ""
    return tag("li", tag("div", tag("span", *dice, class_="dice"), luck, class_="rolled"), *map(_step, roll.steps))


def _ring(roll: RollRow, die: int) -> str:
    """Kept dice have a gold ring, scored ones a bright one; the move beside them names them."""
    return " kept" if die in roll.kept else " scored" if die in roll.scored else ""


def _die(catalog: Catalog, face: Face, ring: str) -> Markup:
    return tag(
        "span",
        *(tag("i", class_=part) for part in ("pattern", "symbol")),
        tag("s", face.colour.letter, class_="letter"),
        tag("b", face.number, class_="number"),
        class_=f"die {face.colour.name.lower()}{ring}",
        role="img",
        aria_label=catalog.face(face),
    )


def _step(step: StepLine) -> Markup:
    who = join(tag("bdi", step.player), ": ") if step.player else ""
    scored = tag("span", step.scored, class_="brings")
    move = tag("span", who, tag("b", step.move.words), " ", scored, class_="move")
    if (judged := step.assessment) is None:
        return tag("p", move, class_="step")
    sign = tag("span", judged.symbol, aria_hidden="true")
    badge = tag("span", sign, f" {judged.words}", class_=f"badge {judged.grade}")
    loss = tag("span", judged.loss, class_="loss")
    # A mistake's loss comes before the move, a good move's after it.
    parts = (move, " ", loss) if judged.grade is Grade.GOOD else (loss, " ", move)
    better = join(" ", tag("span", judged.better.words, class_="better")) if judged.better else ""
    return tag("p", badge, " ", *parts, better, class_=f"step {judged.grade}")
