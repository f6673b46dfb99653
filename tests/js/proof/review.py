"""Reviews in words are the server's: from the same numbers, the same page in every language; and so are refusals."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from math import isclose
from random import Random
from typing import Any

from pydantic_core import to_json

from charidice.coach.reviews.model import AskingChance, GreatestGift, Judgement, Moment, PlayerReview
from charidice.encoding import ACTIONS
from charidice.messages import LANGUAGES, catalog
from charidice.record import GameRecord, dump_json, load, load_json, write_position
from charidice.rules.engine import ACTION_NAMES, verify
from charidice.rules.errors import Refused
from charidice.rules.moves import Action, dice_of
from charidice.web.jobs.reviews import cached_review, review_answer
from tests.js.proof import Proof, Question, equals
from tests.js.proof.coach import PLAYTHROUGHS, random_game, random_setup
from tests.js.proof.records import broken, by_hand
from tests.js.proof.rules import random_states

# Places in charts are in percent with two digits; of two that are as near, either will do.
HUNDREDTH = 0.0101
LEVELS = ("sparrow", "squirrel", "magpie", "fox")


def pages(rng: Random) -> Iterator[Question]:
    for number, record in zip(count(), _games(rng)):
        yield _of_page(record, LANGUAGES[number % len(LANGUAGES)])


def _games(rng: Random) -> Iterator[GameRecord]:
    """All playthroughs first."""
    yield from (load_json(path.read_text("utf-8")) for path in sorted(PLAYTHROUGHS.glob("*.json")))
    while True:
        record = random_game(rng, LEVELS)
        yield record
        # One that goes on, and one written down by hand.
        yield replace(record, events=record.events[: rng.randrange(len(record.events))])
        yield by_hand(random_setup(rng), rng)


def _of_page(record: GameRecord, language: str) -> Question:
    found = cached_review(record.public())
    numbers = {
        "objectives": [each._asdict() for each in found.objectives],
        "players": [_player(player) for player in found.players],
        "moments": [_moment(moment) for moment in found.moments],
    }
    asked = {"record": dump_json(record.public()), "numbers": numbers, "language": language}
    return Question(asked, near(json.loads(to_json(review_answer(record, language)))))


def _player(player: PlayerReview) -> dict[str, object]:
    return {
        "accounts": [
            {
                "start": each.start,
                "result": each.result,
                "ownLuck": each.own_luck,
                "othersLuck": each.others_luck,
                "ownLosses": each.own_losses,
                "othersLosses": each.others_losses,
                "unseen": each.unseen,
            }
            for each in player.accounts
        ],
        "grades": player.grades,
        "received": player.received._asdict(),
        "given": player.given._asdict(),
        "greatestGift": _gift(player.greatest_gift),
    }


def _gift(gift: GreatestGift) -> dict[str, object]:
    chances = [AskingChance._asdict(each) for each in gift.chances]
    return {"chances": chances, "brought": gift.brought, "unseen": gift.unseen, "allKnown": gift.all_known}


def _moment(moment: Moment) -> dict[str, object]:
    decisions = [
        {
            "seat": each.seat,
            "action": _move(each.action),
            "grade": each.grade,
            "judgements": [_judgement(judged) for judged in each.judgements],
        }
        for each in moment.decisions
    ]
    return {"luck": moment.luck, "values": moment.values, "unseen": moment.unseen, "decisions": decisions}


def _judgement(judged: Judgement) -> dict[str, object]:
    return {"best": _move(judged.best), "value": judged.value, "rival": judged.rival, "changes": judged.changes}


def _move(action: Action) -> dict[str, object]:
    return {"type": ACTION_NAMES[type(action)], "dice": dice_of(action)}


def near(right: object) -> Callable[[object], None]:
    """The check that an answer is this, with texts to the letter."""

    def check(answer: object) -> None:
        compare(right, answer, "")

    return check


def compare(right: Any, answer: Any, place: str) -> None:
    if isinstance(right, dict):
        assert right.keys() == answer.keys(), place
        for key, value in right.items():
            compare(value, answer[key], f"{place}.{key}")
    elif isinstance(right, list):
        assert len(right) == len(answer), place
        for at, value in enumerate(right):
            compare(value, answer[at], f"{place}[{at}]")
    elif isinstance(right, float):
        assert isclose(answer, right, abs_tol=HUNDREDTH if ".values[" not in place else 1e-12), (
            f"{place}: {answer} {right}"
        )
    else:
        assert answer == right, f"{place}: {answer} {right}"


def refusals(rng: Random) -> Iterator[Question]:
    for number, state in zip(count(), random_states(rng)):
        language = LANGUAGES[number % len(LANGUAGES)]
        names = ["Ana", "Hilda", "Oz", "Ed"][: len(state.sheets)]
        told = [
            [
                catalog(language).refusal(refused, names, in_words=True)
                for action in ACTIONS
                if (refused := verify(state, seat, action))
            ]
            for seat in range(len(names))
        ]
        asked = {"position": write_position(state), "names": names, "language": language}
        yield Question(asked, equals(told))


def unreadable(rng: Random) -> Iterator[Question]:
    for number, question in zip(count(), broken(rng)):
        language, text = LANGUAGES[number % len(LANGUAGES)], str(question.asked)
        yield Question({"text": text, "language": language}, equals(_why(text, language)))


def _why(text: str, language: str) -> str | None:
    try:
        load(text)
    except Refused as refused:
        return catalog(language).refusal(refused, in_words=True)
    return None


PROOFS = [
    Proof("review.pages", pages, 30, 1_000),
    Proof("review.refusals", refusals, 40, 5_000),
    Proof("review.unreadable", unreadable, 100, 20_000),
]
