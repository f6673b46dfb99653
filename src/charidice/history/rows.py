"""Games as rows of figures, one row for each seat."""

from collections.abc import Iterable, Iterator

from charidice.history.games import DecisionKind, Game
from charidice.history.people import Aliases

Row = dict[str, str | int | float | None]


def rows(games: Iterable[Game], aliases: Aliases) -> Iterator[Row]:
    listed = list(games)
    people = aliases.people(listed)
    for game in sorted(listed, key=lambda game: (game.at, game.id)):
        for number, seat in enumerate(game.seats):
            review = game.review.seats[number] if game.review else None
            row: Row = {
                "game": game.id,
                "at": game.at,
                "kind": game.kind,
                "players": len(game.seats),
                "rounds": game.rounds,
                "finished": int(game.finished),
                "whole": int(game.whole),
                "seat": number + 1,
                "name": seat.name,
                "person": seat.bot or people[aliases.person(seat)].shown,
                "bot": seat.bot,
                "points": seat.points,
                "bonus": seat.bonus,
                "received": seat.received,
                "given": seat.given,
                "charity": seat.charity,
                "total": seat.total,
                "victory": round(seat.victory, 4),
                "asked_round": seat.asked.round if seat.asked else None,
                "asked_after_rolls": seat.asked.rolls if seat.asked else None,
                "asked_gift": seat.asked.gift if seat.asked else None,
                "asking_gain": review.asking_gain if review else None,
                "luck": review.luck if review else None,
            }
            for kind in DecisionKind:
                losses = review.losses.get(kind) if review else None
                name = kind.replace("-", "_")
                row[f"{name}_decisions"] = losses.decisions if losses else 0 if review else None
                row[f"{name}_loss"] = losses.total if losses else 0 if review else None
            yield row
