"""Before the first roll: resume a saved game, or ask who plays."""

from pathlib import Path

from charidice.chance import InvalidPledge
from charidice.match import CannotRoll, Match
from charidice.record.files import FileError, read_record
from charidice.record.game import InvalidName, check_name
from charidice.rules.dice import DiceSet
from charidice.rules.errors import IllegalAction
from charidice.rules.ruleset import PLAYERS, Ruleset
from charidice.show.words import bot_name
from charidice.strategy.bots.external import installed_bots
from charidice.strategy.bots.levels import LEVELS
from charidice.terminal.console import Console
from charidice.terminal.saves import newest_unfinished


def resume(path: Path | None) -> tuple[Match, Path]:
    """The game in this file, or else the newest unfinished one."""
    if path is None:
        unfinished = newest_unfinished()
        if unfinished is None:
            raise FileError("no-saved-game")
        path, record = unfinished
    else:
        record = read_record(path)
    if record.state.is_over:
        raise IllegalAction("game-over")
    if record.pledge and record.pledge.seed is None:
        raise CannotRoll("seed-not-known")
    return Match(record), path


def offer_to_resume(console: Console) -> tuple[Match, Path] | None:
    """The newest unfinished game, if there is one and the players want to resume it."""
    unfinished = newest_unfinished()
    if unfinished is None:
        return None
    path, record = unfinished
    players = console.texts.join(record.players)
    if console.yes_or_no("play.resume-question", players=players, round=record.state.round):
        return Match(record), path
    console.tell("play.set-aside", path=path)
    return None


def ask_players(console: Console) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the people in the order of play, and the bots that sit after them."""
    counts = {str(count): count for count in PLAYERS}
    while (typed := console.ask_or_quit("play.how-many")) not in counts:
        console.tell("play.how-many.again")
    players = counts[typed]
    bots = _ask_bots(console, most=players - 1)
    people = players - len(bots)
    if people > 1:
        console.tell("play.first-player")
    return tuple(_ask_name(console, number) for number in range(1, people + 1)), bots


def _ask_bots(console: Console, most: int) -> tuple[str, ...]:
    counts = {"": 0, **{str(count): count for count in range(most + 1)}}
    while (typed := console.ask_or_quit("play.how-many-bots")) not in counts:
        console.tell("play.how-many-bots.again", most=most)
    if not counts[typed]:
        return ()
    say = console.texts.say
    console.tell("play.levels")
    choices: dict[str, str] = {}
    offered = (*LEVELS, *installed_bots())
    for number, bot in enumerate(offered, 1):
        name, temper = bot_name(console.texts, bot), say(f"bot.{bot}.temper") if bot in LEVELS else ""
        console.write(f"  {number}  {name}: {temper}" if temper else f"  {number}  {name}")
        choices |= {str(number): bot, name.casefold(): bot}
    bots = []
    for number in range(1, counts[typed] + 1):
        while (chosen := console.ask_or_quit("play.which-bot", number=number).casefold()) not in choices:
            console.tell("play.which-bot.again", most=len(offered))
        bots.append(choices[chosen])
    return tuple(bots)


def _ask_name(console: Console, number: int) -> str:
    while True:
        nobody = console.texts.say("player.number", number=number)
        name = console.ask("play.name", number=number) or nobody[0].upper() + nobody[1:]
        try:
            check_name(name)
            return name
        except InvalidName as refused:
            console.write(console.texts.refusal(refused))


def new_match(
    console: Console,
    names: tuple[str, ...],
    ruleset: Ruleset,
    dice_set: DiceSet,
    real_dice: bool,
    words: bool,
    bots: tuple[str | None, ...] = (),
) -> Match:
    """A new game; with fair dice, the commitment is shown, and then people may add words to the dice."""
    match = Match.new(names, ruleset, dice_set, real_dice=real_dice, bots=bots)
    if pledge := match.record.pledge:
        console.tell("play.commitment")
        console.write(pledge.commitment)
        for seat, bot in enumerate(match.bots if words else ()):
            if bot is None:
                _ask_words(console, match, seat)
    return match


def _ask_words(console: Console, match: Match, seat: int) -> None:
    while True:
        try:
            match.add_entropy(seat, console.ask("play.words", player=match.players[seat]))
            return
        except InvalidPledge as refused:
            console.write(console.texts.refusal(refused, match.players))
