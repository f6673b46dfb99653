"""A review for the browser: the coach's page without its frame, and the game step by step."""

import json
from functools import lru_cache

from charidice.coach.reviews.html.page import content
from charidice.coach.reviews.model import Decision, Moment, Review
from charidice.coach.reviews.reviewer import review
from charidice.coach.reviews.turns import steps
from charidice.coach.reviews.words import SYMBOLS, ReviewWords
from charidice.messages import catalog
from charidice.record import GameRecord, dump_json
from charidice.record.jsonform import event_fields
from charidice.rules.dice import Dice
from charidice.rules.engine import evolve
from charidice.rules.moves import Action, Roll, Rolled, Score
from charidice.rules.state import GameState
from charidice.web.models import Fields
from charidice.web.table.view import game_view

# Whoever changes the language asks for the same game again, and so does everybody at a table that has just finished.
REMEMBERED = 8


def review_answer(record: GameRecord, language: str) -> dict[str, object]:
    """All that the review page shows; `steps[n]` is the game after so many events, `start` the values before them."""
    reviewed = _reviewed(record.public())
    words = ReviewWords(reviewed, catalog(language))
    return {
        "language": language,
        "title": words.title(),
        "objective": words.catalog.say(f"review.objective.{reviewed.views[0].name}"),
        "players": record.players,
        "finished": record.state.is_over,
        "markup": str(content(reviewed, words.catalog)),
        "record": json.loads(dump_json(reviewed.record)),
        "start": reviewed.views[0].start,
        "events": _events(words),
        "steps": _steps(record),
    }


@lru_cache(maxsize=REMEMBERED)
def _reviewed(record: GameRecord) -> Review:
    return review(record)


def _steps(record: GameRecord) -> list[Fields]:
    kept: Dice = ()
    state = record.start
    views = [game_view(state)]
    for event in record.events:
        state = evolve(state, event)
        # What was kept lies there until the next turn begins with no dice at all.
        kept = event.keep if isinstance(event, Rolled) else kept if state.turn.rolls else ()
        views.append(game_view(state, kept))
    return views


def _events(words: ReviewWords) -> list[Fields]:
    record, moments = words.review.record, words.review.moments
    told = event_fields(record.start, record.events)
    return [fields | _moment(words, moment) for fields, moment in zip(told, moments, strict=True)]


def _moment(words: ReviewWords, moment: Moment) -> Fields:
    fields: Fields = {"round": moment.state.round, "roll": moment.roll, "values": moment.values[0]}
    if moment.luck:
        fields["luck"] = f"{words.catalog.say('review.luck')} {words.change(moment.luck[0][moment.seat])}"
    decisions = [step.decision for step in steps(moment, 0) if step.decision]
    return fields | {"decisions": [_decision(words, decision) for decision in decisions]}


def _decision(words: ReviewWords, decision: Decision) -> Fields:
    loss, best = words.loss(decision), decision.judgements[0].best
    return {
        "seat": decision.seat,
        "grade": decision.grade.value,
        "symbol": SYMBOLS[decision.grade],
        "told": words.grade(decision.grade),
        "loss": loss,
        "move": _move(words.move(decision.state, decision.action), decision.state, decision.action),
        "better": _move(words.better(decision), decision.state, best) if loss else None,
    }


def _move(told: str, state: GameState, action: Action) -> Fields:
    """A move in words, and the faces in them, so that dice can be shown instead."""
    dice = action.keep if isinstance(action, Roll) else action.dice if isinstance(action, Score) else ()
    return {"told": told, "faces": [str(state.faces[die]) for die in dice]}
