"""`charidice mcp`: a game for an agent, by the Model Context Protocol over standard input and output."""

from argparse import Namespace

from charidice import __version__
from charidice.cli.arguments import AGENTS_OPPONENT, ruleset_of
from charidice.cli.exit_codes import OK
from charidice.installed import needing
from charidice.messages import Catalog
from charidice.rules.state import Setup

INSTALL = "'charidice[mcp]'"


def mcp(options: Namespace, texts: Catalog) -> int:
    with needing(INSTALL):
        from charidice.agents.mcp import GameServer
    from charidice.agents.game import start_game
    from charidice.agents.results import AgentGame, check_unplayed
    from charidice.cli.hint import NoSuchPlayer

    bots = options.bots or [AGENTS_OPPONENT]
    setup = Setup(len(bots) + 1, ruleset_of(options), options.dice)
    if options.seat > setup.players:
        raise NoSuchPlayer("no-such-player", number=options.seat, most=setup.players)
    seat, result = options.seat - 1, options.result
    if result:
        check_unplayed(result)
    seats = seated(bots, seat)
    game = start_game(seats, setup, texts, options.seed, options.deal, options.think_time)

    def keep(hints: int) -> None:
        if result:
            AgentGame.of(game, seat, hints).write(result)

    GameServer(game, seat, texts, __version__, options.hints, keep).run()
    return OK


def seated(bots: list[str], seat: int) -> list[str | None]:
    """The bots sit to the left of the agent, in their order."""
    players = len(bots) + 1
    return [None if place == seat else bots[(place - seat) % players - 1] for place in range(players)]
