"""`charidice exercises` and `charidice conformance`: data for those who train players or build engines."""

import json
from argparse import Namespace

from charidice.cli.arguments import ruleset_of
from charidice.cli.exit_codes import OK
from charidice.conformance import line, vectors
from charidice.messages import Catalog
from charidice.record.files import make_folder, unwritable
from charidice.rules.state import Setup


def exercises(options: Namespace, texts: Catalog) -> int:
    """Write one exercise a line."""
    # NumPy loads slowly, and the other command does not need it.
    from charidice.strategy.goals.solo import objective_named
    from charidice.study.exercises import exercises as made

    setup = Setup(options.players, ruleset_of(options), options.dice)
    objective = objective_named(options.objective, setup, options.target)
    for exercise in made(setup, objective, options.count, options.seed):
        print(json.dumps(exercise), flush=True)
    return OK


def conformance(options: Namespace, texts: Catalog) -> int:
    """Write the three files of the kit to a folder."""
    folder = options.out
    make_folder(folder)
    try:
        for name, found in vectors(options.count, options.seed).items():
            path = folder / f"{name}.jsonl"
            path.write_text("".join(map(line, found)), "utf-8")
            print(path)
    except OSError as error:
        raise unwritable(folder, error) from error
    return OK
