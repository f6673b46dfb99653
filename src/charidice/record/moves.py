"""Moves as text, the same in all languages, as faces are: `keep B4 B3`, `score B4 B3`, `ask`."""

import re
import textwrap

from charidice.rules.dice import ALL_DICE, Dice, read_faces
from charidice.rules.engine import ACTION_NAMES, legal_actions, verify
from charidice.rules.errors import IllegalAction, InvalidDice
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll, Score, Stop, dice_of
from charidice.rules.state import GameState
from charidice.rules.strict import CHANCE, Node
from charidice.rules.whole import quoted

PLAIN: dict[str, Action] = {"roll": Roll(), "ask": AskGift(), "pass": DeclineGift(), "stop": Stop()}
PLAIN_WORDS = {action: word for word, action in PLAIN.items()}
WITH_DICE: dict[str, type[Roll | Score]] = {"keep": Roll, "score": Score}
VERBS = ("roll", "keep", "score", "ask", "pass", "stop")
# The most characters of an unreadable move that an error repeats.
MOST_REPEATED = 60


def verb_of(action: Action) -> str:
    """The first word of a move."""
    if isinstance(action, Score):
        return "score"
    return PLAIN_WORDS.get(action, "keep")


def write_move(action: Action, state: GameState) -> str:
    """An action as text.

    >>> from charidice import Rolled, evolve, new_game
    >>> write_move(Roll((0, 2)), evolve(new_game(2), Rolled((), (3, 2, 6, 1, 3, 4))))
    'keep G3 O6'
    """
    if type(action) not in ACTION_NAMES:
        raise IllegalAction("not-an-action", text=quoted(action))
    dice = dice_of(action)
    if dice and not (state.faces and set(dice) <= set(ALL_DICE)):
        raise InvalidDice("unknown-die")
    return " ".join([verb_of(action), *(str(state.faces[die]) for die in dice)])


def read_move(text: str, position: GameState | Node) -> Action:
    """Read a legal move: the whole text, or the part in its last square brackets.

    Raises IllegalAction, or InvalidDice for dice that are not on the table.

    >>> from charidice import Rolled, evolve, new_game
    >>> read_move("keep G3 O6", evolve(new_game(2), Rolled((), (3, 2, 6, 1, 3, 4))))
    Roll(keep=(0, 2))
    """
    in_brackets = re.findall(r"\[([^\[\]]*)\]", text)
    words = (in_brackets[-1] if in_brackets else text).strip()
    verb, _, rest = words.partition(" ")
    verb, rest = verb.casefold(), rest.strip()
    if verb in PLAIN and not rest:
        action = PLAIN[verb]
    elif verb in WITH_DICE and rest:
        action = WITH_DICE[verb](read_dice(rest, position.state if isinstance(position, Node) else position))
    else:
        said = textwrap.shorten(words, MOST_REPEATED, placeholder="…")
        raise IllegalAction("unreadable-move", text=said, allowed=_allowed(position))
    if refusal := _refusal(position, action):
        raise refusal
    return action


def read_dice(text: str, state: GameState) -> Dice:
    """Read dice by their positions 1-6, as 1 3 4 or 134, or by the faces they show."""
    digits = text.replace(",", " ").replace(" ", "")
    if digits.isascii() and digits.isdecimal():
        dice = tuple(int(digit) - 1 for digit in digits)
        if not set(dice) <= set(ALL_DICE):
            raise InvalidDice("unknown-die")
        return dice
    faces = read_faces(text)
    for face in faces:
        if face not in state.faces:
            raise InvalidDice("face-not-there", face=face)
    return tuple(state.setup.dice_set.die_of(face) for face in faces)


def _refusal(position: GameState | Node, action: Action) -> IllegalAction | None:
    """Why the move is illegal; while the recipient decides, any other move is `not-the-decision`."""
    if not isinstance(position, Node):
        asks = isinstance(action, AskGift | DeclineGift)
        return verify(position, position.recipient if asks else position.active, action)
    if action in position.actions:
        return None
    player = position.player
    decides = player is not None and player != CHANCE and not position.asking
    refusal = verify(position.state, position.state.active, action) if decides else None
    return refusal or IllegalAction("not-the-decision", allowed=_allowed(position))


def _allowed(position: GameState | Node) -> tuple[str, ...]:
    if isinstance(position, Node):
        actions = position.actions
    else:
        actions = legal_actions(position, position.active) + legal_actions(position, position.recipient)
    return tuple(dict.fromkeys(ACTION_NAMES[type(action)] for action in actions))
