"""What floods send: dice sets, games, names, and histories as long as the limits allow."""

import random
import secrets
from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import insert

from charidice.match import Match
from charidice.record import GameRecord, dump_json
from charidice.record.game import NAME_LIMIT
from charidice.rules.dice import STANDARD_DICE, Colour, DiceSet
from charidice.rules.engine import legal_actions
from charidice.rules.moves import Roll
from charidice.rules.ruleset import ROUNDS_ALLOWED, STANDARD
from charidice.web.door.tokens import COOKIE, digest
from charidice.web.jobs.summing import ReadGame, read_import
from charidice.web.store.history import ImportedGame
from charidice.web.store.schema import history_name, imported_game
from charidice.web.store.storage import Storage, timestamp

# Its history is written before the server starts.
COLLECTOR = "A" * 43
COLLECTORS_COOKIE = f"{COOKIE}={COLLECTOR}"
PLAYERS, ROUNDS = 4, ROUNDS_ALLOWED[-1]


def name() -> str:
    """A name that nobody has, as long as names may be."""
    return secrets.token_hex(NAME_LIMIT // 2)


def names(number: int) -> dict[str, str]:
    """What as many people are to be called."""
    return {name(): name() for _ in range(number)}


def dice_set(chance: random.Random) -> DiceSet:
    """The standard dice with colours, numbers and dice exchanged."""
    letters = [colour.letter for colour in Colour]
    colours = dict(zip(letters, chance.sample(letters, len(letters)), strict=True))
    order = chance.sample(range(6), 6)
    dice = [[colours[die[number]] for number in order] for die in str(STANDARD_DICE).split()]
    return DiceSet.read(" ".join("".join(die) for die in chance.sample(dice, len(dice))))


def faces(dice: DiceSet, chance: random.Random) -> str:
    return ",".join(dice.texts(tuple(chance.randint(1, 6) for _ in range(6))))


def long_game(chance: random.Random) -> GameRecord:
    """A finished game whose review takes as long as any: four players, every round and every roll, own dice."""
    rules = replace(STANDARD, rounds=ROUNDS, free_giving=True)
    match = Match.new([name() for _ in range(PLAYERS)], rules, dice_set(chance), chance.randbytes(32))
    while not match.is_over:
        state = match.state
        player = state.active if legal_actions(state, state.active) else state.recipient
        actions = legal_actions(state, player)
        rolls = [action for action in actions if isinstance(action, Roll)]
        match.submit(player, chance.choice(rolls or actions))
    return match.record


def short_game() -> GameRecord:
    """One that has only just begun, with names that nobody has: about 400 bytes."""
    return GameRecord(tuple(name() for _ in range(PLAYERS)))


def read(records: Iterable[GameRecord]) -> list[ReadGame]:
    """The games as an import stores them."""
    found, _ = read_import([*map(dump_json, records)], {}, timestamp(), "en")
    return [game for game in found if isinstance(game, ReadGame)]


def fill_history(database: str, games: int, called: int) -> None:
    """Write the collector's history, with so many games and names."""
    owner = digest(COLLECTOR)
    imported = [
        ImportedGame(game.id, timestamp(), game.body, game.summary)._asdict()
        for game in read(short_game() for _ in range(games))
    ]
    aliases = [{"name": key, "called": value} for key, value in names(called).items()]
    storage = Storage(database)
    try:
        storage.migrate()
        with storage.writing() as connection:
            connection.execute(insert(imported_game), [{"digest": owner, **game} for game in imported])
            connection.execute(insert(history_name), [{"digest": owner, **alias} for alias in aliases])
    finally:
        storage.close()
