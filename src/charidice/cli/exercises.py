"""`charidice exercises` and `charidice conformance`: data for training players and building engines."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from charidice.cli.arguments import (
    OBJECTIVES,
    add_house_rules,
    add_objective,
    add_output,
    add_rounds,
    add_seed,
    add_solution,
    ruleset_of,
    whole_number,
)
from charidice.cli.exit_codes import OK
from charidice.conformance import line, vectors
from charidice.messages import Catalog
from charidice.record.files import check_new, make_folder, unwritable, write_new
from charidice.rules.errors import Refused
from charidice.rules.state import Setup

# Exercises by default: together, and with --themes of each theme, from so many games of each bot.
COUNT, OF_THEME, GAMES = 100, 40, 250


def add_exercises(exercises: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    count = texts.say("cli.exercises.count", **{"count": COUNT, "of-theme": OF_THEME})
    exercises.add_argument("--count", type=number, metavar="N", help=count)
    exercises.add_argument("--themes", action="store_true", help=say("cli.exercises.themes"))
    games = say("cli.exercises.games", games=GAMES)
    exercises.add_argument("--games", type=number, metavar="N", help=games)
    add_output(exercises, say("cli.exercises.output"))
    add_seed(exercises, texts)
    exercises.add_argument("--players", type=number, default=2, metavar="N", help=say("cli.exercises.players"))
    add_objective(exercises, texts)
    add_solution(exercises, texts)
    add_rounds(exercises, texts)
    add_house_rules(exercises, texts)


def add_conformance(conformance: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    add_output(conformance, say("cli.conformance.output"), metavar="FOLDER", required=True)
    conformance.add_argument("--count", type=number, default=40, metavar="N", help=say("cli.conformance.count"))
    add_seed(conformance, texts)


def exercises(options: Namespace, texts: Catalog) -> int:
    """Write one exercise a line, or those of the trainer."""
    setup = Setup(options.players, ruleset_of(options), options.dice)
    usual = setup == Setup(2) and options.objective == OBJECTIVES[0] and not (options.target or options.solution)
    if not usual if options.themes else options.games:
        raise Refused("themes-alone")
    if options.output:
        check_new(options.output)
    lines = _themes(options, texts) if options.themes else _one_by_one(options, setup)
    if options.output:
        write_new(options.output, "".join(f"{line}\n" for line in lines))
    else:
        for line in lines:
            print(line, flush=True)
    return OK


def _one_by_one(options: Namespace, setup: Setup) -> Iterator[str]:
    # NumPy loads slowly, and the other command does not need it.
    from charidice.strategy.objectives.solo import objective_named
    from charidice.study.exercises import exercises as made

    objective = objective_named(options.objective, setup, options.target, options.solution)
    for exercise in made(setup, objective, options.count or COUNT, options.seed):
        yield json.dumps(exercise)


def _themes(options: Namespace, texts: Catalog) -> Iterator[str]:
    from charidice.cli.progress import progress
    from charidice.study.theme_set import lines, theme_set

    with progress(texts) as report:
        made = theme_set(options.count or OF_THEME, options.games or GAMES, options.seed, report)
    yield from lines(made)


def conformance(options: Namespace, texts: Catalog) -> int:
    """Write the three files of the kit to a folder."""
    folder = options.output
    make_folder(folder)
    try:
        for name, found in vectors(options.count, options.seed).items():
            path = folder / f"{name}.jsonl"
            path.write_text("".join(map(line, found)), "utf-8")
            print(path)
    except OSError as error:
        raise unwritable(folder, error) from error
    return OK
