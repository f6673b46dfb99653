"""The JSON form of a review, version 1; seats and dice count from 0. docs/schemas/review.json describes its keys."""

import json
from collections.abc import Iterable

from charidice.coach.moves import Fields, move_fields
from charidice.coach.reviews.model import (
    Account,
    AskingChance,
    Decision,
    Gifts,
    Judgement,
    Moment,
    PlayerReview,
    Review,
    Values,
)
from charidice.record.jsonform import event_fields
from charidice.rules.moves import Action, Roll, Score, dice_of
from charidice.rules.state import GameState

FORMAT = "charidice-review"
VERSION = 1
# More than the values are accurate to, and enough for sums to match.
DIGITS = 6


def dump_review(review: Review) -> str:
    """The review as JSON, one line per event."""
    fields = review_fields(review)
    lines = [f"  {_key(name)}: {_one_line(value)}" for name, value in fields.items() if name != "events"]
    events = ",\n".join(f"    {_one_line(event)}" for event in _event_fields(review))
    lines.append(f'  "events": [\n{events}\n  ]' if events else '  "events": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def review_fields(review: Review) -> Fields:
    """The review as plain data."""
    record = review.record
    pledge = record.public().pledge
    return {
        "format": FORMAT,
        "version": VERSION,
        "seed": pledge.seed.hex() if pledge and pledge.seed else None,
        "players": list(record.players),
        "finished": record.state.is_over,
        "objectives": [
            {
                "name": objective.name,
                "truth": objective.truth,
                "start": _numbers(objective.start),
                "error": objective.error,
            }
            for objective in review.objectives
        ],
        "summary": [_player(review, player) for player in review.players],
        "events": _event_fields(review),
    }


def _event_fields(review: Review) -> list[Fields]:
    """Each event as in a record, with its round, roll and evaluation."""
    told = event_fields(review.record.start, review.record.events)
    return [fields | _moment(review, moment) for fields, moment in zip(told, review.moments, strict=True)]


def _moment(review: Review, moment: Moment) -> Fields:
    fields: Fields = {"round": moment.state.round, "roll": moment.roll}
    if moment.decisions:
        fields["decisions"] = [_decision(review, decision) for decision in moment.decisions]
    if moment.luck:
        fields["luck"] = _by_objective(review, map(_numbers, moment.luck))
    if moment.unseen:
        fields["unseen"] = _by_objective(review, map(_numbers, moment.unseen))
    return fields | {"values": _by_objective(review, map(_numbers, moment.values))}


def _decision(review: Review, decision: Decision) -> Fields:
    return {
        "seat": decision.seat,
        **_move(decision.state, decision.action),
        "grade": decision.grade.value,
        "judgements": _by_objective(review, (_judgement(decision, judged) for judged in decision.judgements)),
    }


def _judgement(decision: Decision, judgement: Judgement) -> Fields:
    return {
        "value": _number(judgement.value),
        "best": _move(decision.state, judgement.best),
        "best_value": _number(judgement.best_value),
        "loss": _number(judgement.loss),
        "changes": _numbers(judgement.changes),
    }


def _move(state: GameState, action: Action) -> Fields:
    """A move with the faces of its dice."""
    fields = move_fields(action)
    if isinstance(action, Roll | Score):
        fields["faces"] = [str(state.faces[die]) for die in dice_of(action)]
    return fields


def _player(review: Review, player: PlayerReview) -> Fields:
    gift = player.greatest_gift
    return {
        "decisions": player.decisions,
        "grades": {grade.value: count for grade, count in player.grades.items()},
        "accuracy": None if player.accuracy is None else _number(player.accuracy),
        "accounts": _by_objective(review, (_account(review, account) for account in player.accounts)),
        "received": _gifts(player.received),
        "given": _gifts(player.given),
        "greatest_gift": {
            "used": gift.used and _chance(review, gift.used),
            "brought": gift.brought,
            "unseen": gift.unseen,
            "best": gift.best and _chance(review, gift.best),
            "chances": [_chance(review, chance) for chance in gift.chances],
        },
    }


def _account(review: Review, account: Account) -> Fields:
    fields: Fields = {name: _number(getattr(account, name)) for name in (*account._fields, "luck")}
    return fields | {"without_luck": _number(account.without_luck) if review.is_complete else None}


def _gifts(gifts: Gifts) -> Fields:
    expected, luck = (None if value is None else _number(value) for value in (gifts.expected, gifts.luck))
    return {"points": gifts.points, "expected": expected, "luck": luck}


def _chance(review: Review, chance: AskingChance) -> Fields:
    gains = _by_objective(review, map(_number, chance.gains))
    return {"round": chance.round, "roll": chance.roll, "asked": chance.asked, "gains": gains}


def _by_objective(review: Review, values: Iterable[object]) -> Fields:
    return {objective.name: value for objective, value in zip(review.objectives, values, strict=True)}


def _numbers(values: Values) -> list[float]:
    return [_number(value) for value in values]


def _number(value: float) -> float:
    # Adding 0.0 turns -0.0 into 0.0.
    return round(value, DIGITS) + 0.0


def _key(name: str) -> str:
    return json.dumps(name)


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
