"""All commands in one table, in the groups of the help."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

# Switches of the game in the browser.
BROWSER_SWITCHES = ("host", "port", "db", "no_browser", "lan")
LISTENING = ("host", "port", "db")
POSITION = '"C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6"'


class Command(NamedTuple):
    """A command, and the module of this package with its functions.

    It is imported only when the command is named: NumPy and the web framework load slowly.
    """

    name: str
    """With the commands above it, like `db move`."""
    module: str
    run: str
    add_arguments: str
    examples: tuple[str, ...]
    """Without the name of the program."""
    before: tuple[str, ...] = ()
    """The switches of the game in the browser that may also precede this command."""

    def function(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"{__package__}.{self.module}"), name)
        return found


GROUPS = {
    "play": (
        Command("play", "play", "play", "add_arguments", ("play Anna Ben", "play Anna --bot fox")),
        Command("rules", "rules", "rules", "add_arguments", ("rules",)),
        Command("dice", "dice", "list_sets", "add_dice", ("dice",)),
        Command("dice list", "dice", "list_sets", "add_dice_list", ("dice list",)),
        Command("dice show", "dice", "show", "add_dice_show", ("dice show ours",)),
        Command(
            "dice save",
            "dice",
            "save",
            "add_dice_save",
            ("dice save ours YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB ......",),
        ),
        Command("dice remove", "dice", "remove", "add_dice_name", ("dice remove ours",)),
        Command(
            "sheet",
            "paper",
            "sheet",
            "add_sheet",
            ("sheet -o pad.pdf", "sheet -o two.pdf --players 2 --paper letter"),
        ),
    ),
    "games": (
        Command(
            "replay", "replay", "replay", "add_arguments", ("replay game.json", "replay game.json --form notation")
        ),
        Command("review", "review", "review", "add_arguments", ("review game.json", "review game.json -o review.html")),
        Command("history", "history", "history", "add_arguments", ("history games/*.json",)),
        Command("picture", "paper", "picture", "add_picture", ("picture game.json -o game.png",)),
        Command("verify", "replay", "verify", "add_file", ("verify game.json",)),
    ),
    "analysis": (
        Command("options", "options", "show_options", "add_arguments", ("options B1 B2 B3 B4 B6 P6",)),
        Command("value", "value", "value", "add_arguments", ("value", f"value {POSITION} --moves")),
        Command("hint", "hint", "hint", "add_arguments", (f"hint {POSITION}",)),
        Command("study", "study", "study", "add_arguments", ("study opening", "study gift -o gift.svg")),
    ),
    "research": (
        Command(
            "simulate",
            "simulate",
            "simulate",
            "add_arguments",
            ("simulate fox magpie --games 100", "simulate my_bot.py:MyBot owl"),
        ),
        Command("check-bot", "check_bot", "check_bot", "add_arguments", ("check-bot my_bot.py:MyBot",)),
        Command("mcp", "mcp", "mcp", "add_arguments", ("mcp --bot fox",)),
        Command("agents", "agents", "agents", "add_arguments", ("agents --games 20 -- python client.py",)),
        Command(
            "exercises",
            "exercises",
            "exercises",
            "add_exercises",
            ("exercises --count 10", "exercises --themes -o exercises.json"),
        ),
        Command("conformance", "exercises", "conformance", "add_conformance", ("conformance -o vectors",)),
        Command(
            "solve",
            "solve",
            "solve_tables",
            "add_arguments",
            ("solve -o tables", "solve lead shares --rounds 4 --free-giving -o short"),
        ),
    ),
    "host": (
        Command("serve", "serve", "on_a_server", "add_serve", ("serve --url https://charidice.example",), LISTENING),
        Command("site", "site", "site", "add_arguments", ("site public",)),
        Command("db tables", "tables", "list_tables", "add_tables", ("db tables --db games.db",), ("db",)),
        Command("db tables list", "tables", "list_tables", "add_tables_list", ("db tables list",), ("db",)),
        Command("db tables show", "tables", "show", "add_tables_show", ("db tables show ID",), ("db",)),
        Command("db tables export", "tables", "export", "add_table_ids", ("db tables export ID",), ("db",)),
        Command("db tables remove", "tables", "remove", "add_table_ids", ("db tables remove ID",), ("db",)),
        Command("db backup", "databases", "backup", "add_backup", ("db backup today.db --db games.db",), ("db",)),
        Command("db restore", "databases", "restore", "add_backup", ("db restore today.db --db new.db",), ("db",)),
        Command("db move", "databases", "move", "add_move", ("db move games.db postgresql://charidice@/charidice",)),
    ),
    "help": (
        Command("help", "help", "help_on", "add_arguments", ("help simulate", "help db move")),
        Command("docs", "serve", "documentation", "add_docs", ("docs",), BROWSER_SWITCHES),
        Command("completion", "completion", "completion", "add_arguments", ("completion bash",)),
    ),
}
COMMANDS = {command.name: command for group in GROUPS.values() for command in group}
WITHOUT_COMMAND = Command("", "serve", "at_home", "", (), BROWSER_SWITCHES)
