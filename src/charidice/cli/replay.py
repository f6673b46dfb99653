"""`charidice replay` and `charidice verify`: a recorded game retold or converted, and its dice checked."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence

from charidice.chance import Pledge, UnfairDice, check_dice
from charidice.cli.arguments import add_file, add_switches, record_of
from charidice.cli.exit_codes import FAILED, OK
from charidice.messages import Catalog
from charidice.record import GameRecord, dump_json, dump_notation, write_position
from charidice.rules.engine import evolve
from charidice.rules.errors import Refused
from charidice.show.telling import Teller
from charidice.terminal.console import Console, face_writer

FORMS: dict[str, Callable[[GameRecord], str]] = {
    "notation": dump_notation,
    "json": dump_json,
    "position": lambda record: write_position(record.state) + "\n",
}


class CannotCheck(Refused):
    """A game without fair dice, or one that is not over yet."""


def add_arguments(replay: ArgumentParser, texts: Catalog) -> None:
    add_file(replay, texts)
    forms = replay.add_mutually_exclusive_group()
    forms.add_argument("--form", choices=FORMS, metavar="FORM", help=texts.say("cli.form"))
    add_switches(forms, texts, "spoken")


def replay(options: Namespace, texts: Catalog) -> int:
    record = record_of(options)
    if options.form:
        # The seed of an unfinished game would give away its coming dice.
        sys.stdout.write(FORMS[options.form](record.public()))
        return OK
    teller = Teller(texts, record.players, face_writer(), options.spoken)
    state = record.start
    for event in record.events:
        if state.turn.rolls == 0 or state is record.start:
            print(f"\n{teller.turn(state)}")
        for line in teller.event(state, event):
            print(f"  {line}")
        state = evolve(state, event)
    print()
    Console(texts).show(teller.sheets(state))
    if state.is_over:
        Console(texts).show(teller.result(state))
    else:
        print(texts.say("replay.position", position=write_position(state)))
    return OK


def verify(options: Namespace, texts: Catalog) -> int:
    """Check the dice of a finished game."""
    record = record_of(options)
    try:
        if record.pledge is None:
            raise CannotCheck("no-pledge")
        if not record.state.is_over:
            raise CannotCheck("game-not-over")
        count = check_dice(record)
    except CannotCheck as reason:
        print(texts.refusal(reason), file=sys.stderr)
        return FAILED
    except UnfairDice as unfair:
        print(texts.say("verify.unfair"), texts.refusal(unfair, record.players), sep="\n", file=sys.stderr)
        return FAILED
    print(texts.say("verify.fair", count=count))
    if record.begins_at:
        print(texts.say("verify.begins-at", round=record.begins_at.round))
    for sentence in _proof(record.pledge, record.players, texts):
        print(sentence)
    return OK


def _proof(pledge: Pledge, players: Sequence[str], texts: Catalog) -> Iterator[str]:
    """How much the commitments to words prove, in sentences."""
    if not pledge.word_commitments:
        return
    if not pledge.uncommitted and not pledge.withheld:
        yield texts.say("fair.proved")
    for seat in pledge.withheld:
        yield texts.say("fair.withheld", player=players[seat])
    if pledge.withheld:
        yield texts.say("fair.choice", count=2 ** len(pledge.withheld))
    for seat in pledge.uncommitted:
        yield texts.say("fair.uncommitted", player=players[seat])
