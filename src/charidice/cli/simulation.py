"""`charidice simulate`: many games between bots, and what came of them."""

import csv
import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from random import Random

from charidice.arena import MatchResult, play_match
from charidice.cli.parser import ruleset_of
from charidice.cli.progress import Bar
from charidice.messages import Catalog
from charidice.rules.dice import STANDARD_DICE
from charidice.rules.ruleset import STANDARD
from charidice.rules.state import Setup
from charidice.strategy.bots import bots_named
from charidice.strategy.lead import PLAYERS
from charidice.strategy.positions import CannotValue

COLUMNS = ("victories", "total", "lead")


def simulate(options: Namespace, texts: Catalog) -> int:
    setup = Setup(len(options.bots), ruleset_of(options), options.dice)
    _check(options.bots, setup)
    processes = options.processes or os.cpu_count() or 1
    made = partial(bots_named, options.bots)
    result = play_match(made, options.games, setup, options.seed, processes=processes, report=Bar().show)
    if options.json:
        print(json.dumps({"deals": result.deals, "games": result.games, "bots": _rows(options.bots, result)}))
    elif options.csv:
        _write_csv(options.bots, result)
    else:
        _write_table(options.bots, result, texts)
    return 0


def _check(names: Sequence[str], setup: Setup) -> None:
    """Refuse what would fail in the middle of a game."""
    bots_named(names, Random(0))  # noqa: S311
    if "lead" in names:
        if setup.players != PLAYERS:
            raise CannotValue("two-players-only")
        if (setup.ruleset, setup.dice_set) != (STANDARD, STANDARD_DICE):
            raise CannotValue("not-solved")


def _rows(names: Sequence[str], result: MatchResult) -> list[dict[str, object]]:
    rows = []
    for name, bot in zip(names, result.bots, strict=True):
        row: dict[str, object] = {"bot": name}
        for column in COLUMNS:
            estimate = getattr(bot, column)
            row |= {column: estimate.mean, f"{column}_low": estimate.low, f"{column}_high": estimate.high}
        rows.append(row)
    return rows


def _write_csv(names: Sequence[str], result: MatchResult) -> None:
    rows = _rows(names, result)
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _write_table(names: Sequence[str], result: MatchResult, texts: Catalog) -> None:
    print(texts.say("simulate.games", count=result.games))
    heads = [texts.say("simulate.victories"), texts.say("box.total"), texts.say("simulate.lead")]
    wide = max(len(name) for name in (*names, texts.say("simulate.bot")))
    print(f"{texts.say('simulate.bot'):<{wide}}" + "".join(f"  {head:>18}" for head in heads))
    for name, bot in zip(names, result.bots, strict=True):
        won = f"{100 * bot.victories.mean:.2f} ± {100 * bot.victories.margin:.2f} %"
        others = [f"{estimate.mean:.2f} ± {estimate.margin:.2f}" for estimate in (bot.total, bot.lead)]
        print(f"{name:<{wide}}" + "".join(f"  {cell:>18}" for cell in (won, *others)))
