"""The dice sets of your own boxes, saved by name in a file of the user."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock

from charidice.record.files import FileError, read_text, replace_file
from charidice.record.game import check_name
from charidice.rules.dice import DICE, LETTERS, DiceSet
from charidice.rules.errors import Refused

FORMAT, VERSION = "charidice-dice", 1
MOST_SETS = 50

_writing = Lock()


class DiceSetError(Refused):
    """A name without a saved dice set, or one that cannot be used for saving."""


def dice_file() -> Path:
    # Loaded here because it takes a tenth of the start-up time and few commands need it.
    from platformdirs import user_config_path

    return user_config_path("charidice", appauthor=False) / "dice.json"


def saved_sets(path: Path) -> dict[str, DiceSet]:
    """All sets by name, in the order in which they were saved."""
    if not path.exists():
        return {}
    try:
        content = json.loads(read_text(path))
        if (content["format"], content["version"]) != (FORMAT, VERSION):
            raise ValueError
        return {str(name): DiceSet.read(layout) for name, layout in content["sets"].items()}
    except FileError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise FileError("not-a-dice-file", path=path) from None


def set_named(name: str, path: Path) -> DiceSet:
    sets = saved_sets(path)
    if name not in sets:
        raise _unknown(name, sets)
    return sets[name]


def read_dice_set(text: str, path: Path) -> DiceSet:
    """A saved set by its name, or a layout."""
    sets = saved_sets(path)
    if text in sets:
        return sets[text]
    if _is_layout(text.upper().split()):
        return DiceSet.read(text)
    raise _unknown(text, sets)


def _is_layout(words: Sequence[str]) -> bool:
    """Whether the text is meant as a layout, correct or not."""
    letters = "".join(words)
    return len(words) == DICE or (set(letters) <= set(LETTERS) and len(letters) % DICE == 0)


def save_set(name: str, dice_set: DiceSet, path: Path) -> None:
    check_name(name)
    with _writing:
        sets = saved_sets(path)
        if name in sets:
            raise DiceSetError("dice-name-taken", text=name)
        if len(sets) >= MOST_SETS:
            raise DiceSetError("too-many-dice-sets", most=MOST_SETS)
        _write({**sets, name: dice_set}, path)


def remove_set(name: str, path: Path) -> None:
    with _writing:
        sets = saved_sets(path)
        if name not in sets:
            raise _unknown(name, sets)
        _write({other: dice_set for other, dice_set in sets.items() if other != name}, path)


def dump_sets(sets: Mapping[str, DiceSet]) -> str:
    content = {"format": FORMAT, "version": VERSION, "sets": {name: str(dice_set) for name, dice_set in sets.items()}}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _write(sets: Mapping[str, DiceSet], path: Path) -> None:
    replace_file(path, dump_sets(sets))


def _unknown(name: str, sets: Mapping[str, DiceSet]) -> DiceSetError:
    if not sets:
        return DiceSetError("no-dice-sets", text=name)
    return DiceSetError("unknown-dice-set", text=name, names=tuple(sets))
