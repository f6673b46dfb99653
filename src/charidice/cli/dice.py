"""`charidice dice`: the dice sets of one's own boxes."""

from argparse import Namespace
from collections.abc import Callable
from shlex import quote

from charidice.cli.exit_codes import OK
from charidice.columns import aligned
from charidice.messages import Catalog
from charidice.rules.dice import ALL_DICE, ALL_NUMBERS
from charidice.rules.layout import read_layout
from charidice.saved_dice import DiceSetError, dice_file, dump_sets, remove_set, save_set, saved_sets, set_named
from charidice.terminal.console import shows_colours
from charidice.terminal.words import Teller


def dice(options: Namespace, texts: Catalog) -> int:
    """List, show, save or remove dice sets."""
    if options.action != "list" and not options.name:
        raise DiceSetError("which-dice-set", text=options.action)
    ACTIONS[options.action](options, texts)
    return OK


def _list(options: Namespace, texts: Catalog) -> None:
    sets = saved_sets(dice_file())
    if options.json:
        print(dump_sets(sets), end="")
    elif sets:
        print("\n".join(aligned([[name, str(dice_set)] for name, dice_set in sets.items()], "<<")))
    else:
        print(texts.say("dice.none"))


def _show(options: Namespace, texts: Catalog) -> None:
    dice_set = set_named(options.name, dice_file())
    if options.json:
        print(dump_sets({options.name: dice_set}), end="")
        return
    teller = Teller(texts, (), shows_colours())
    for die in ALL_DICE:
        faces = teller.faces(dice_set.face(die, number) for number in ALL_NUMBERS)
        print(texts.say("dice.die", number=die + 1, faces=faces))


def _save(options: Namespace, texts: Catalog) -> None:
    dice_set = read_layout(" ".join(options.layout))
    save_set(options.name, dice_set, dice_file())
    print(texts.say("dice.saved", name=quote(options.name)))


def _remove(options: Namespace, texts: Catalog) -> None:
    remove_set(options.name, dice_file())
    print(texts.say("dice.removed", name=options.name))


ACTIONS: dict[str, Callable[[Namespace, Catalog], None]] = {
    "list": _list,
    "show": _show,
    "save": _save,
    "remove": _remove,
}
