"""Moves as text, the same in all languages, as faces are: `keep B4 B3`, `score B4 B3`, `ask`."""

import re
import textwrap

from charidice.rules.engine import ACTION_NAMES, verify
from charidice.rules.errors import IllegalAction
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll, Score, Stop
from charidice.rules.state import GameState
from charidice.rules.strict import Node
from charidice.terminal.keyboard import read_dice

PLAIN: dict[str, Action] = {"roll": Roll(), "ask": AskGift(), "pass": DeclineGift(), "stop": Stop()}
PLAIN_WORDS = {action: word for word, action in PLAIN.items()}
WITH_DICE: dict[str, type[Roll | Score]] = {"keep": Roll, "score": Score}
VERBS = ("roll", "keep", "score", "ask", "pass", "stop")
# Of a text that is no move, an error repeats so many characters.
MOST_REPEATED = 60


def verb_of(action: Action) -> str:
    """The first word of a move."""
    if isinstance(action, Score):
        return "score"
    return PLAIN_WORDS.get(action, "keep")


def write_move(action: Action, state: GameState) -> str:
    """
    >>> from charidice import Roll, evolve, new_game, Rolled
    >>> write_move(Roll((0, 2)), evolve(new_game(2), Rolled((), (3, 2, 6, 1, 3, 4))))
    'keep G3 O6'
    """
    dice = action.keep if isinstance(action, Roll) else action.dice if isinstance(action, Score) else ()
    return " ".join([verb_of(action), *(str(state.faces[die]) for die in dice)])


def read_move(text: str, node: Node) -> Action:
    """A legal move: all of the text, or what stands in its last square brackets.

    Raises IllegalAction, or InvalidDice for dice that are not there.
    """
    in_brackets = re.findall(r"\[([^\[\]]*)\]", text)
    words = (in_brackets[-1] if in_brackets else text).strip()
    verb, _, rest = words.partition(" ")
    verb, rest = verb.casefold(), rest.strip()
    if verb in PLAIN and not rest:
        action = PLAIN[verb]
    elif verb in WITH_DICE and rest:
        action = WITH_DICE[verb](read_dice(rest, node.state))
    else:
        said = textwrap.shorten(words, MOST_REPEATED, placeholder="…")
        raise IllegalAction("unreadable-move", text=said, allowed=_allowed(node))
    if action not in node.actions:
        raise _refusal(node, action)
    return action


def _refusal(node: Node, action: Action) -> IllegalAction:
    """Why the rules refuse it; at a decision on the gift, everything else is refused for that."""
    assert node.player is not None
    refusal = None if node.asking else verify(node.state, node.player, action)
    return refusal or IllegalAction("not-the-decision", allowed=_allowed(node))


def _allowed(node: Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ACTION_NAMES[type(action)] for action in node.actions))
