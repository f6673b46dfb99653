"""`charidice dice`: the dice sets of your own boxes."""

from argparse import ArgumentParser, Namespace
from shlex import quote

from charidice.box.layout import read_layout
from charidice.box.saved import dice_file, dump_sets, remove_set, save_set, saved_sets, set_named
from charidice.cli.arguments import add_json_below, add_switches
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog
from charidice.rules.dice import ALL_DICE, ALL_NUMBERS
from charidice.show.columns import aligned
from charidice.show.telling import Teller
from charidice.terminal.console import face_writer


def add_dice(dice: ArgumentParser, texts: Catalog) -> None:
    add_switches(dice, texts, "json")


def add_dice_list(dice: ArgumentParser, texts: Catalog) -> None:
    add_json_below(dice, texts)


def add_dice_name(dice: ArgumentParser, texts: Catalog) -> None:
    dice.add_argument("name", metavar="NAME", help=texts.say("cli.dice.name"))


def add_dice_show(dice: ArgumentParser, texts: Catalog) -> None:
    add_dice_name(dice, texts)
    add_json_below(dice, texts)


def add_dice_save(dice: ArgumentParser, texts: Catalog) -> None:
    add_dice_name(dice, texts)
    dice.add_argument("layout", nargs="+", metavar="DICE", help=texts.say("cli.dice.layout"))


def list_sets(options: Namespace, texts: Catalog) -> int:
    sets = saved_sets(dice_file())
    if options.json:
        print(dump_sets(sets), end="")
    elif sets:
        print("\n".join(aligned([[name, str(dice_set)] for name, dice_set in sets.items()], "<<")))
    else:
        print(texts.say("dice.none"))
    return OK


def show(options: Namespace, texts: Catalog) -> int:
    dice_set = set_named(options.name, dice_file())
    if options.json:
        print(dump_sets({options.name: dice_set}), end="")
        return OK
    teller = Teller(texts, (), face_writer())
    for die in ALL_DICE:
        faces = teller.faces(dice_set.face(die, number) for number in ALL_NUMBERS)
        print(texts.say("dice.die", number=die + 1, faces=faces))
    return OK


def save(options: Namespace, texts: Catalog) -> int:
    dice_set = read_layout(" ".join(options.layout))
    save_set(options.name, dice_set, dice_file())
    print(texts.say("dice.saved", name=quote(options.name)))
    return OK


def remove(options: Namespace, texts: Catalog) -> int:
    remove_set(options.name, dice_file())
    print(texts.say("dice.removed", name=options.name))
    return OK
