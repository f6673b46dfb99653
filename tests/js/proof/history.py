"""Histories of a device: games summed up, their best rolls, and the same page in every language."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from charidice.history.choosing import GameFilter
from charidice.history.games import DecisionKind, Game, GameKind, Losses, SeatReview, game_of, kind_of
from charidice.history.people import Person, name_key
from charidice.history.reviewing import summary_of
from charidice.messages import LANGUAGES
from charidice.record import GameRecord, dump_json, load_json
from charidice.show.paper.picture import best_roll
from charidice.web.jobs.history_answers import HistoryQuestion, Retention, StoredHistory, answer, csv_table
from charidice.web.jobs.reviews import cached_review
from charidice.web.table.histories import GAME_SUMMARY, GameSummary
from tests.js.proof import Proof, Question, equals
from tests.js.proof.coach import PLAYTHROUGHS, TOLERANCES, alike, random_game, random_setup
from tests.js.proof.records import by_hand
from tests.js.proof.review import near

LEVELS = ("sparrow", "magpie", "fox")
NAMES = (
    "Anna",
    "anna ",
    "ANNA",
    "Ben",
    "Żółw",
    "żółw",
    "Straße",
    "STRASSE",
    "=cmd",
    "Anna, Ben",
    '"Ben"',
    "-1",
    "@sum",
)
BEGIN = datetime(2024, 11, 1, tzinfo=UTC)


def games(rng: Random) -> Iterator[Question]:
    yield from (_of_game(load_json(path.read_text("utf-8"))) for path in sorted(PLAYTHROUGHS.glob("*.json")))
    while True:
        yield _of_game(random_game(rng, LEVELS))
        yield _of_game(by_hand(random_setup(rng), rng))


def _of_game(record: GameRecord) -> Question:
    best = best_roll(record)
    right = {
        "game": _game_fields(_summed_up(record)),
        "best": best and {**best._asdict(), "faces": list(map(str, best.faces))},
    }
    return Question(dump_json(record), alike(right, TOLERANCES[len(record.players)]))


def _summed_up(record: GameRecord) -> Game:
    game = game_of(record, "1", "", "2026", kind_of(record))
    return replace(game, review=summary_of(cached_review(record)))


def _game_fields(game: Game) -> dict[str, object]:
    review = game.review
    return {
        "id": game.id,
        "at": game.at,
        "kind": game.kind,
        "rounds": game.rounds,
        "houseRules": game.house_rules,
        "finished": game.finished,
        "whole": game.whole,
        "seats": [
            {
                "name": seat.name,
                "bot": seat.bot,
                "points": seat.points,
                "bonus": seat.bonus,
                "given": seat.given,
                "received": seat.received,
                "charity": seat.charity,
                "total": seat.total,
                "victory": seat.victory,
                "asked": seat.asked and {"round": seat.asked.round, "rolls": seat.asked.rolls, "gift": seat.asked.gift},
            }
            for seat in game.seats
        ],
        "review": review
        and {
            "unseen": review.unseen,
            "seats": [
                {
                    "losses": {kind: _losses_fields(losses) for kind, losses in seat.losses.items()},
                    "luck": seat.luck,
                    "askingGain": seat.asking_gain,
                    "costly": seat.costly,
                }
                for seat in review.seats
            ],
        },
    }


def _losses_fields(losses: Losses) -> dict[str, float]:
    return {"decisions": losses.decisions, "total": losses.total}


def pages(rng: Random) -> Iterator[Question]:
    """The same few games again and again, with other people, times and numbers."""
    played = [_summed_up(random_game(rng, LEVELS)) for _ in range(10)]
    for number in count():
        found = [_varied(rng.choice(played), at, rng) for at in range(rng.choice((0, 1, 2, 6, 30, 70)))]
        yield _of_page(found, LANGUAGES[number % len(LANGUAGES)], rng)


def _varied(game: Game, number: int, rng: Random) -> Game:
    at = BEGIN + timedelta(hours=number * 30 + rng.random())
    seats = tuple(
        replace(
            seat,
            name=rng.choice(NAMES) if (bot := rng.choice((None, None, *LEVELS, "stranger"))) is None else bot,
            bot=bot,
            points=rng.randint(60, 150),
        )
        for seat in game.seats
    )
    most = max(seat.total for seat in seats)
    best = sum(seat.total == most for seat in seats)
    seats = tuple(replace(seat, victory=1 / best if seat.total == most else 0.0) for seat in seats)
    review = None if rng.random() < 0.1 else game.review
    if review:
        told = tuple(
            replace(
                seat,
                luck=None if seat.luck is None else round(rng.gauss(0, 0.3), 6),
                losses={kind: Losses(rng.randint(1, 20), round(rng.random(), 6)) for kind in DecisionKind},
                costly=rng.choice((None, 0, 1, 5)),
            )
            for seat in review.seats
        )
        review = replace(review, seats=told)
    return replace(
        game,
        id=f"imported-{number:03}",
        at=at.isoformat(timespec="milliseconds"),
        kind=rng.choice((*GameKind,)),
        rounds=rng.choice((7, 7, 7, 3)),
        house_rules=rng.random() < 0.1,
        whole=rng.random() < 0.9,
        finished=rng.random() < 0.9,
        seats=seats,
        review=review,
    )


def _of_page(found: list[Game], language: str, rng: Random) -> Question:
    kept = [(game, tuple(seat for seat in range(len(game.seats)) if rng.random() < 0.6)) for game in found]
    names = {name_key(rng.choice(NAMES)): rng.choice(("Anna", "Bea")) for _ in range(rng.randrange(3))}
    person = Person(name_key(rng.choice(NAMES))) if rng.random() < 0.4 else None
    choice = GameFilter(
        person if rng.random() < 0.8 else Person("fox", is_bot=True),
        tuple(rng.sample((*GameKind,), rng.randrange(3))) if rng.random() < 0.2 else (),
        rng.choice((None, None, 2)),
        rng.choice((None, None, True, False)),
        (BEGIN + timedelta(hours=90)).isoformat() if rng.random() < 0.2 else "",
    )
    most, me = rng.choice((5, 20)), rng.choice(("", *NAMES))
    summaries = []
    for game, mine in kept:
        holders = tuple(0 if seat in mine else None for seat in range(len(game.seats)))
        summaries.append(GAME_SUMMARY.dump_json(GameSummary(game, holders)).decode())
    question = HistoryQuestion(choice, most, me, language)
    right = json.loads(answer(StoredHistory((), summaries, names), question, Retention(0, None)).body)
    # The tables have changed since: the server would review them all again.
    right["waiting"] = 0
    query = [
        *([("person", choice.person.key), ("is_bot", str(choice.person.is_bot).lower())] if choice.person else []),
        *(("kind", kind) for kind in choice.kinds),
        *([("players", str(choice.players))] if choice.players else []),
        *([("finished", str(choice.finished).lower())] if choice.finished is not None else []),
        *([("since", choice.since)] if choice.since else []),
        ("most", str(most)),
        ("me", me),
    ]
    shown = [{"game": _game_fields(game), "mine": mine, "imported": True} for game, mine in kept]
    asked = {"kept": shown, "names": names, "query": query, "waiting": 0, "language": language}
    return Question(asked, near(right))


def tables(rng: Random) -> Iterator[Question]:
    """The same few games, with names that a spreadsheet would run or a comma would cut."""
    played = [_summed_up(random_game(rng, LEVELS)) for _ in range(5)]
    while True:
        found = [
            _with_small_losses(_varied(rng.choice(played), at, rng), rng) for at in range(rng.choice((0, 1, 6, 30)))
        ]
        rng.shuffle(found)
        names = {name_key(rng.choice(NAMES)): rng.choice(("Anna", '=1+1,"Bea"')) for _ in range(rng.randrange(3))}
        summaries = [GAME_SUMMARY.dump_json(GameSummary(game, (0,) * len(game.seats))).decode() for game in found]
        asked = {"games": [_game_fields(game) for game in found], "names": names}
        yield Question(asked, equals(csv_table(StoredHistory((), summaries, names))))


def _with_small_losses(game: Game, rng: Random) -> Game:
    """Python writes numbers below a ten-thousandth in another way than JavaScript, and a zero may have a sign."""
    if not game.review:
        return game

    def seat_of(seat: SeatReview) -> SeatReview:
        small = [rng.choice((0.0, -0.0, 1e-06, 2.5e-05, -1.2e-05, 0.0001, 1.0, 0.5)) for _ in range(3)]
        losses = {kind: Losses(1, abs(small[0])) for kind in DecisionKind if rng.random() < 0.7}
        return replace(seat, luck=rng.choice((None, small[1])), asking_gain=rng.choice((None, small[2])), losses=losses)

    return replace(game, review=replace(game.review, seats=tuple(map(seat_of, game.review.seats))))


PROOFS = [
    Proof("history.games", games, 20, 300),
    Proof("history.pages", pages, 60, 3_000),
    Proof("history.table", tables, 60, 3_000),
]
