"""`charidice play`: a game at this keyboard."""

from argparse import ArgumentParser, Namespace
from datetime import datetime
from pathlib import Path

from charidice.cli.arguments import (
    BOT_NAMES,
    add_bot,
    add_house_rules,
    add_output,
    add_rounds,
    add_solution,
    add_switches,
    add_think_time,
    ruleset_of,
)
from charidice.cli.exit_codes import INTERRUPTED, OK
from charidice.match import Match
from charidice.messages import Catalog
from charidice.record.files import FileError
from charidice.rules.state import Setup
from charidice.show.telling import Teller
from charidice.strategy.bots.external import BotFailed, is_external
from charidice.strategy.bots.levels import Chooser
from charidice.terminal.console import Console, Quit, command_line, face_writer
from charidice.terminal.play import TerminalGame
from charidice.terminal.saves import new_path
from charidice.terminal.seats import bot_names, check_people, seated_bots
from charidice.terminal.start import ask_players, new_match, offer_to_resume, resume


def add_arguments(play: ArgumentParser, texts: Catalog) -> None:
    say = texts.say
    play.add_argument("names", nargs="*", metavar="NAME", help=say("cli.names"))
    add_bot(play, texts, say("cli.bot", bots=", ".join(BOT_NAMES)))
    add_think_time(play, texts)
    add_switches(play, texts, "my-dice", "words", "spoken")
    add_rounds(play, texts)
    add_house_rules(play, texts)
    add_solution(play, texts)
    play.add_argument("--resume", nargs="?", const="", metavar="FILE", help=say("cli.resume"))
    add_output(play, say("cli.play.output"))


def play(options: Namespace, texts: Catalog) -> int:
    console = Console(texts)
    game = None
    try:
        console.tell("play.welcome")
        game = _game(options, console)
        console.tell("play.welcome.help")
        game.play()
    except (Quit, KeyboardInterrupt, BotFailed) as stop:
        if game and game.is_saved:
            external = [word for bot in dict.fromkeys(options.bots) if is_external(bot) for word in ("--bot", bot)]
            console.write("")
            console.tell("play.saved", command=command_line("play", "--resume", game.path, *external))
        if isinstance(stop, BotFailed):
            raise
        return OK if isinstance(stop, Quit) else INTERRUPTED
    return OK


def _game(options: Namespace, console: Console) -> TerminalGame:
    """A resumed game or a new one."""
    path: Path | None = options.output
    if path and path.exists():
        raise FileError("file-exists", path=path)
    found = None
    if options.resume is not None:
        found = resume(Path(options.resume) if options.resume else None)
    elif not options.names and path is None:
        found = offer_to_resume(console)
    if found:
        match, path = found[0], path or found[1]
        bots = seated_bots(match.bots, match.state.setup, options.bots, options.think_time, options.solution)
        console.tell("play.resumed")
    else:
        match, bots = _new_game(options, console)
    teller = Teller(console.texts, match.players, face_writer(), options.spoken)
    return TerminalGame(match, teller, path or new_path(datetime.now()), console, bots, options.solution)


def _new_game(options: Namespace, console: Console) -> tuple[Match, dict[int, Chooser]]:
    """A new game and its bots."""
    ruleset = ruleset_of(options)
    given = tuple(options.names), tuple(options.bots)
    people, named = given if any(given) else ask_players(console)
    check_people(len(people))
    seats = (*[None] * len(people), *named)
    bots = seated_bots(seats, Setup(len(seats), ruleset, options.dice), named, options.think_time, options.solution)
    names = (*people, *bot_names(named, people, console.texts))
    return new_match(console, names, ruleset, options.dice, options.my_dice, options.words, seats), bots
