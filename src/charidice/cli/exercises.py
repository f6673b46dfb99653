"""`charidice exercises` and `charidice conformance`: data for training players and building engines."""

import json
from argparse import ArgumentParser, Namespace

from charidice.cli.arguments import (
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
from charidice.record.files import make_folder, unwritable
from charidice.rules.state import Setup


def add_exercises(exercises: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    exercises.add_argument("--count", type=number, default=100, metavar="N", help=say("cli.exercises.count"))
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
    """Write one exercise a line."""
    # NumPy loads slowly, and the other command does not need it.
    from charidice.strategy.objectives.solo import objective_named
    from charidice.study.exercises import exercises as made

    setup = Setup(options.players, ruleset_of(options), options.dice)
    objective = objective_named(options.objective, setup, options.target, options.solution)
    for exercise in made(setup, objective, options.count, options.seed):
        print(json.dumps(exercise), flush=True)
    return OK


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
