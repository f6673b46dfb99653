"""What is not installed is named with the command that installs it, never by a bare ModuleNotFoundError."""

import subprocess
import sys

import pytest

STRATEGY, LEARNING = "'charidice-core[strategy]'", "'charidice-core[rl]'"
LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel")
ENGINE_ALONE = ("numpy", *LIBRARIES)


@pytest.mark.parametrize(
    ("absent", "statement", "package", "install"),
    [
        (ENGINE_ALONE, "from charidice import new_game; observe(new_game(2))", "numpy", STRATEGY),
        (ENGINE_ALONE, "from charidice import new_game; legal_mask(new_game(2))", "numpy", STRATEGY),
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
