"""What is not installed is named with the command that installs it, never by a bare ModuleNotFoundError."""

import subprocess
import sys

import pytest

from charidice.installed import STRATEGY

LEARNING = "'charidice-core[rl]'"
LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel")
ENGINE_ALONE = ("numpy", *LIBRARIES)


@pytest.mark.parametrize(
    ("absent", "statement", "package", "install"),
    [
        (ENGINE_ALONE, "from charidice import new_game; observe(new_game(2))", "numpy", STRATEGY),
        (ENGINE_ALONE, "from charidice import new_game; legal_mask(new_game(2))", "numpy", STRATEGY),
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
    assert answer.stderr.endswith(f"This needs the package {package}. Install it with: pip install {install}\n")


def test_environments_of_the_libraries_that_are_there_are_registered() -> None:
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['pettingzoo', 'pyspiel']))\n"
        "import charidice.rl, gymnasium\n"
        "print('charidice/Charidice-v0' in gymnasium.registry)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout == "True\n"


@pytest.mark.parametrize(
    ("command", "install"),
    [
        (["simulate", "fox", "magpie"], "charidice"),
        (["sheet", "-o", "x.pdf"], "charidice"),
        (["mcp"], "'charidice[mcp]'"),
    ],
)
def test_a_command_names_all_that_it_needs_at_once(command: list[str], install: str) -> None:
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({ENGINE_ALONE!r}))\n"
        "from charidice.cli import main\n"
        f"sys.exit(main(['--lang', 'en', *{command!r}]))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert answer.stderr == f"charidice: This needs the package numpy. Install it with: pip install {install}\n"
