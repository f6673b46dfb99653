"""`charidice rules`: the rules, clause by clause."""

import shutil
import textwrap
from argparse import ArgumentParser, Namespace

from charidice.cli.arguments import add_switches
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog, rules_clauses

MAX_WIDTH = 80


def add_arguments(rules: ArgumentParser, texts: Catalog) -> None:
    add_switches(rules, texts, "markdown")


def rules(options: Namespace, texts: Catalog) -> int:
    clauses = rules_clauses(texts)
    if options.markdown:
        print("\n".join([f"# {texts.say('rules')}", *(_markdown_clause(*clause) for clause in clauses)]))
        return OK
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    print(texts.say("rules").upper())
    for number, text in clauses:
        if "." not in number:
            print(f"\n{number}  {text}\n")
        else:
            # A clause that ends in 0 introduces the others and is shown without a number.
            label = (
                "     " if number.endswith(".0") else f"{number:<5}" if number.count(".") == 1 else f"     {number}  "
            )
            print(textwrap.fill(text, width, initial_indent=label, subsequent_indent=" " * len(label)))
    return OK


def _markdown_clause(number: str, text: str) -> str:
    if "." not in number:
        return f"\n## {number}. {text}\n"
    if number.endswith(".0"):
        return f"{text}\n"
    return f"{'  ' * (number.count('.') - 1)}- **{number}** {text}"
