"""`charidice history`: statistics of people over many recorded games."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from charidice.cli.arguments import add_solution, add_switches
from charidice.cli.exit_codes import OK
from charidice.cli.progress import progress
from charidice.coach.reviews.reviewer import review
from charidice.history.backup import read_backup, read_game
from charidice.history.games import DecisionKind, Game, game_of, kind_of
from charidice.history.people import Aliases, Person
from charidice.history.rating import rating
from charidice.history.reviewing import summary_of
from charidice.history.rows import rows
from charidice.history.statistics import Statistics, statistics
from charidice.messages import Catalog
from charidice.record import GameRecord
from charidice.record.files import read_text
from charidice.rules.errors import Refused
from charidice.show.columns import aligned, write_csv
from charidice.show.histories.page import HistoryWords
from charidice.strategy.objectives.contest import objectives_of

FORMAT, VERSION = "charidice-statistics", 1
Fields = dict[str, object]


class BadGame(Refused):
    """A game of a file that cannot be read."""


def add_arguments(history: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    history.add_argument("files", nargs="+", type=Path, metavar="FILE", help=say("cli.history.files"))
    forms = history.add_mutually_exclusive_group()
    add_switches(forms, texts, "json", "csv")
    add_solution(history, texts)


def history(options: Namespace, texts: Catalog) -> int:
    """Print the statistics of all people in the files as a table or JSON, or all games as CSV."""
    aliases = Aliases({})
    records: dict[str, tuple[Game, GameRecord]] = {}
    for path in options.files:
        saved = read_backup(read_text(path))
        aliases = Aliases({**saved.names, **aliases.names})
        for game, record in _games(path, saved.games):
            # The same game in two files counts once.
            records.setdefault(game.key, (game, record))
    games = _reviewed([*records.values()], options.solution, texts)
    if options.csv:
        write_csv(rows(games, aliases), sys.stdout)
    elif options.json:
        words = HistoryWords(texts, games, aliases)
        people = [_fields(person, words, aliases) for person in words.names]
        print(json.dumps({"format": FORMAT, "version": VERSION, "games": len(games), "people": people}))
    else:
        print("\n".join(aligned(_table(games, aliases, texts), "<>>>>>>>")))
    return OK


def _games(path: Path, texts: Sequence[str]) -> Iterator[tuple[Game, GameRecord]]:
    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="milliseconds")
    for number, text in enumerate(texts, 1):
        try:
            saved = read_game(text)
        except Refused as refused:
            raise BadGame("bad-game", path=path, number=number, reason=refused) from refused
        name = path.name if len(texts) == 1 else f"{path.name}#{number}"
        kind = saved.kind or kind_of(saved.record)
        yield game_of(saved.record, name, saved.key, saved.at or changed, kind), saved.record


def _reviewed(games: Sequence[tuple[Game, GameRecord]], solution: Path | None, texts: Catalog) -> list[Game]:
    found = []
    with progress(texts) as report:
        for number, (game, record) in enumerate(games, 1):
            if game.finished:
                made = review(record, objectives_of(record.start.setup, solution))
                game = replace(game, review=summary_of(made, solution=solution))
            found.append(game)
            report(number, len(games))
    return found


def _table(games: Sequence[Game], aliases: Aliases, texts: Catalog) -> list[list[object]]:
    say, number, words = texts.say, texts.number, HistoryWords(texts, games, aliases)
    heads = ("person", "games", "victories", "average", "best", "loss", "luck", "rating")
    rows: list[list[object]] = [[say(f"history.head.{head}") for head in heads]]
    for row in words.people():
        person = Person(row.key, row.is_bot)
        found = statistics(words.seats.get(person, []), aliases)
        loss = found.all_losses.mean if found else None
        luck = found.luck if found else None
        best = "" if found is None else number(found.best.seat.total)
        shown_loss = "" if loss is None else number(100 * loss, 2)
        shown_luck = "" if luck is None else number(100 * luck, 1, signed=True)
        rows.append([row.name, row.games, row.victories, row.average, best, shown_loss, shown_luck, row.rating])
    return rows


def _fields(person: Person, words: HistoryWords, aliases: Aliases) -> Fields:
    played = words.seats.get(person, [])
    found, rated = statistics(played, aliases), rating(played)
    head: Fields = {"name": words.shown(person), "bot": person.key if person.is_bot else None, "games": len(played)}
    interval = rated and {"value": rated.value, "low": rated.low, "high": rated.high, "games": rated.games}
    return head | (_figures(found, words) if found else {}) | {"rating": interval}


def _figures(found: Statistics, words: HistoryWords) -> Fields:
    return {
        "victories": found.victories,
        "shared_victories": found.shared,
        "average": found.average,
        "best": found.best.seat.total,
        "given": found.given,
        "received": found.received,
        "charity_bonuses": found.charity,
        "greatest_gifts": [
            {"round": gift.asked.round, "rolls": gift.asked.rolls, "gift": gift.asked.gift, "gain": gift.gain}
            for gift in found.gifts
        ],
        "luck": found.luck,
        "losses": {
            kind: {"decisions": found.losses[kind].decisions, "total": found.losses[kind].total}
            for kind in DecisionKind
        },
        "against": [
            {
                "name": words.shown(each.person),
                "games": each.games,
                "ahead": each.ahead,
                "level": each.level,
                "difference": each.difference,
            }
            for each in found.against
        ],
    }
