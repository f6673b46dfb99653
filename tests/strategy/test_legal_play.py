"""Ten thousand games with every number of players, all bots against each other, and not one illegal move."""

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest

from charidice.arena import GameRow, deal_dice, play_deals, play_game
from charidice.rules import STANDARD
from charidice.rules.state import Setup
from charidice.strategy.bots.levels import LEVELS
from charidice.strategy.bots.team import FOR_TWO, Team

from .watching import Watched

GAMES = 10_000
# A game of these takes a few milliseconds; the owl, which thinks longer, gets a smaller part of the games.
QUICK = ("sparrow", "squirrel", "magpie", "fox", "thrifty")
TEAMS = 20
GAMES_OF_OWLS = 120
CORES = os.cpu_count() or 1

with_any_players = pytest.mark.parametrize("players", [2, 3, 4])


def bots_for(players: int) -> set[str]:
    return {name for name in (*LEVELS, *QUICK) if players == 2 or name not in FOR_TWO}


def mixed_teams(players: int) -> list[tuple[tuple[str, ...], int]]:
    """Teams and how many games each plays: every bot in every seat."""
    random = Random(players)
    teams: list[tuple[tuple[str, ...], int]] = []
    if "owl" in bots_for(players):
        for seat in range(players):
            names = random.choices(QUICK, k=players)
            names[seat] = "owl"
            teams.append((tuple(names), GAMES_OF_OWLS // players))
    left = GAMES - sum(games for _, games in teams)
    for number in range(TEAMS):
        others = random.choices(QUICK, k=players)
        others[number % players] = QUICK[number // players % len(QUICK)]
        teams.append((tuple(others), left // TEAMS + (number < left % TEAMS)))
    return teams


@pytest.fixture(scope="module")
def cores() -> Iterator[Executor]:
    with ProcessPoolExecutor(CORES, get_context("spawn")) as executor:
        yield executor


@pytest.mark.long
@with_any_players
def test_all_choices_are_legal_in_ten_thousand_games(players: int, cores: Executor) -> None:
    """An illegal one would be refused by IllegalAction, which nobody catches here."""
    rows: list[GameRow] = []
    seated: Counter[tuple[str, int]] = Counter()
    for number, (names, games) in enumerate(mixed_teams(players)):
        seated.update(dict.fromkeys([(name, seat) for seat, name in enumerate(names)], games))
        team, setup = Team.of(names), Setup(players)
        play_deals(team, games, setup, number, False, CORES, collect=rows.extend, executor=cores)
    assert len(rows) == GAMES * players
    assert seated.keys() == {(name, seat) for name in bots_for(players) for seat in range(players)}
    # Nobody can end a game of seven turns with less than seven points.
    assert all(row.total >= STANDARD.rounds for row in rows)


@with_any_players
def test_a_sample_of_all_choices_is_in_the_list_of_legal_ones(players: int) -> None:
    random = Random(players)
    for names, games in mixed_teams(players):
        for game in range(games // 40):
            bots = [Watched(bot) for bot in Team.of(names)(random)]
            assert play_game(bots, Setup(players), deal_dice(players, game)).is_over
            # To roll and to score, at least, in every turn.
            assert sum(bot.choices for bot in bots) >= 2 * players * STANDARD.rounds
