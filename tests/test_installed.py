"""What is not installed is named with the command that installs it, never by a bare ModuleNotFoundError."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import charidice
import charidice.strategy
from charidice.installed import STRATEGY, missing

LEARNING = "charidice-core[rl]"
ROOT = Path(charidice.__file__).parents[2]
LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel")
ENGINE_ALONE = ("numpy", *LIBRARIES)


def sentence(package: str, install: str) -> str:
    """In a checkout, as here; tests/cli/test_distributions.py has the sentence of an installed package."""
    return f"This needs the package {package}. Install it with: {missing(package, install).values['how']}\n"


@pytest.mark.parametrize(
    ("install", "argument"),
    [
        ("charidice", f"-e '{ROOT}[game]'"),
        (STRATEGY, f"-e '{ROOT}[strategy]'"),
        (LEARNING, f"-e '{ROOT}[rl]'"),
        ("pyarrow", "pyarrow"),
    ],
)
def test_in_a_checkout_the_command_installs_from_there(install: str, argument: str) -> None:
    """Also from another folder, and without an activated environment. The Makefile installs in the same way."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert install == "pyarrow" or argument.rpartition("[")[2].strip("]'") in extras
    assert missing("x", install).values["how"] == f"{sys.executable} -m pip install {argument}"


@pytest.mark.parametrize(
    ("absent", "statement", "package", "install"),
    [
        (ENGINE_ALONE, "from charidice import Node, new_game; observe(Node.of(new_game(2)))", "numpy", STRATEGY),
        (ENGINE_ALONE, "from charidice import Node, new_game; legal_mask(Node.of(new_game(2)))", "numpy", STRATEGY),
        (ENGINE_ALONE, "import charidice.batch", "numpy", STRATEGY),
        (ENGINE_ALONE, "import charidice.arena", "numpy", STRATEGY),
        (ENGINE_ALONE, "import charidice.coach", "numpy", STRATEGY),
        (ENGINE_ALONE, "import charidice.agents.textarena", "numpy", STRATEGY),
        (ENGINE_ALONE, "import charidice.rl", "gymnasium", LEARNING),
        (ENGINE_ALONE, "import charidice.rl.pettingzoo", "gymnasium", LEARNING),
        (LIBRARIES, "import charidice.rl", "gymnasium", LEARNING),
        (("gymnasium", "pettingzoo"), "import charidice.rl.gymnasium", "gymnasium", LEARNING),
        (("gymnasium", "pettingzoo"), "import charidice.rl.vector", "gymnasium", LEARNING),
        (("pettingzoo",), "import charidice.rl.pettingzoo", "pettingzoo", LEARNING),
        (("pyspiel",), "import charidice.rl.open_spiel", "pyspiel", LEARNING),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_command(
    absent: tuple[str, ...], statement: str, package: str, install: str
) -> None:
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({absent!r}))\nfrom charidice.encoding import *\n{statement}\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert answer.stderr.endswith(sentence(package, install))


def test_environments_of_the_libraries_that_are_there_are_registered() -> None:
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['pettingzoo', 'pyspiel']))\n"
        "import charidice.rl, gymnasium\n"
        "print('charidice/Charidice-v0' in gymnasium.registry)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout == "True\n"


@pytest.mark.parametrize(
    ("command", "package", "install"),
    [
        (["simulate", "fox", "magpie"], "numpy", "charidice"),
        (["sheet", "-o", "x.pdf"], "fontTools", "charidice"),
        (["mcp"], "numpy", "charidice[mcp]"),
    ],
)
def test_a_command_names_all_that_it_needs_at_once(command: list[str], package: str, install: str) -> None:
    missing = (*ENGINE_ALONE, "fontTools", "fpdf")
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({missing!r}))\n"
        "from charidice.cli import main\n"
        f"sys.exit(main(['--lang', 'en', *{command!r}]))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert answer.stderr == f"charidice: {sentence(package, install)}"


def without_packages(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program with the source of this package and nothing but the standard library."""
    environment = {**os.environ, "PYTHONPATH": str(Path(charidice.__file__).parents[1])}
    return subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, env=environment, check=False
    )


SENTENCE = sentence("numpy", STRATEGY)


@pytest.mark.parametrize(
    "statement",
    [
        "from charidice import analyse",
        "from charidice.strategy import analyse",
        "import charidice; charidice.analyse",
        "import charidice.strategy; charidice.strategy.Forecast",
        "from charidice.strategy import *",
        "import charidice.strategy.analysis",
        "import charidice.solving.self_play",
        "import charidice.strategy.bots.team",
        "import charidice.strategy.bots.points",
        "import charidice.strategy.objectives.solo",
        "import charidice.strategy.turn.forecast",
        "import charidice.study.rating",
        "import charidice.study.exercises",
        "import charidice.coach.hints.advice",
        "import charidice.batch.games",
    ],
)
def test_the_engine_alone_says_what_else_is_needed(statement: str) -> None:
    answer = without_packages(statement)
    assert answer.stderr.endswith(SENTENCE)


def test_no_module_fails_without_a_command() -> None:
    """Those of the command line are covered by its commands."""
    answer = without_packages(
        "import charidice, importlib, pkgutil\n"
        "from charidice.installed import NotInstalled\n"
        "needing = 0\n"
        "for module in pkgutil.walk_packages(charidice.__path__, 'charidice.', onerror=lambda _: None):\n"
        "    if not module.name.startswith(('charidice.cli.', 'charidice.__main__')):\n"
        "        try:\n"
        "            importlib.import_module(module.name)\n"
        "        except NotInstalled:\n"
        "            needing += 1\n"
        "        except ImportError as error:\n"
        "            if error.name not in ('platformdirs', 'wcwidth'):  # what the engine itself installs\n"
        "                print(module.name, error)\n"
        "print(needing > 20)\n"
    )
    assert (answer.stdout, answer.stderr) == ("True\n", "")


def test_the_engine_alone_can_be_looked_at() -> None:
    answer = without_packages(
        "import charidice, charidice.strategy, inspect, pydoc\n"
        "for module in (charidice, charidice.strategy):\n"
        "    assert not hasattr(module, 'analyse')\n"
        "    assert getattr(module, 'analyse', None) is None\n"
        "    members = dict(inspect.getmembers(module))\n"
        "    print(module.__name__, 'analyse' in dir(module), 'analyse' in members)\n"
        "    assert module.__doc__.splitlines()[0] in pydoc.render_doc(module, renderer=pydoc.plaintext)\n"
        "assert dict(inspect.getmembers(charidice))['Roll'] is charidice.Roll\n"
        "pydoc.render_doc(charidice.Match)\n"
        "try:\n"
        "    charidice.analyse\n"
        "except AttributeError as error:\n"
        "    print(*error.__notes__)\n"
    )
    assert answer.stderr == ""
    assert answer.stdout.startswith("charidice True False\ncharidice.strategy True False\n")
    assert answer.stdout.endswith(SENTENCE)


def test_a_name_that_is_nowhere_is_missing_as_everywhere() -> None:
    with pytest.raises(AttributeError, match="module 'charidice' has no attribute 'analyze'"):
        _ = charidice.analyze  # type: ignore[attr-defined]
    assert "analyse" in dir(charidice)
    assert charidice.analyse is charidice.strategy.analyse
