"""`charidice mcp`: a game for an agent, by the Model Context Protocol over standard input and output."""

from argparse import ArgumentParser, Namespace

from charidice import __version__
from charidice.cli.arguments import (
    BOT_NAMES,
    add_bot,
    add_house_rules,
    add_output,
    add_rounds,
    add_seed,
    add_solution,
    add_think_time,
    ruleset_of,
    whole_number,
)
from charidice.cli.exit_codes import OK
from charidice.installed import MCP, needing
from charidice.messages import Catalog
from charidice.rules.state import Setup

OPPONENT = "fox"


def add_opponents(command: ArgumentParser, texts: Catalog) -> None:
    """The bots that an agent plays against, and the settings of all its games."""
    about = texts.say("cli.agents.bot", bot=OPPONENT, bots=", ".join(BOT_NAMES))
    add_bot(command, texts, about)
    command.add_argument("--hints", action="store_true", help=texts.say("cli.agents.hints"))
    add_think_time(command, texts)
    add_solution(command, texts)
    add_rounds(command, texts)
    add_house_rules(command, texts)


def add_arguments(mcp: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    add_opponents(mcp, texts)
    mcp.add_argument("--seat", type=number, default=1, metavar="N", help=say("cli.mcp.seat"))
    add_seed(mcp, texts, None)
    mcp.add_argument("--deal", type=whole_number(texts), default=0, metavar="N", help=say("cli.mcp.deal"))
    add_output(mcp, say("cli.mcp.output"))


def mcp(options: Namespace, texts: Catalog) -> int:
    with needing(MCP):
        from charidice.agents.mcp import GameServer
    from charidice.agents.game import start_game
    from charidice.agents.results import AgentGame, check_unplayed
    from charidice.cli.hint import NoSuchPlayer

    bots = options.bots or [OPPONENT]
    setup = Setup(len(bots) + 1, ruleset_of(options), options.dice)
    if options.seat > setup.players:
        raise NoSuchPlayer("no-such-player", number=options.seat, most=setup.players)
    seat, result = options.seat - 1, options.output
    if result:
        check_unplayed(result)
    seats = seated(bots, seat)
    game = start_game(seats, setup, texts, options.seed, options.deal, options.think_time, options.solution)

    def keep(hints: int) -> None:
        if result:
            AgentGame.of(game, seat, hints).write(result)

    GameServer(game, seat, texts, __version__, options.hints, keep).run()
    return OK


def seated(bots: list[str], seat: int) -> list[str | None]:
    """The bots sit to the left of the agent, in their order."""
    players = len(bots) + 1
    return [None if place == seat else bots[(place - seat) % players - 1] for place in range(players)]
