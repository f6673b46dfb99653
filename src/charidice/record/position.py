"""The position string: a state in one line, enough to resume or analyse the game.

    C1 16+0-10:--/16+0-1:-- 2:P5K5K4G6O4P6:asked rounds=4

Its parts, separated by spaces: the version; the seats in order of play, separated by `/`, each with its turns as
points+bonus-given and whether its 2x box is free (`2x`) or crossed off (`--`); the turn in progress, as the number
of rolls, the faces of dice 0-5 and `asked`, `stopped` or `declined`, or before the first roll `-` or `-:asked`; then
every deviation from the rulebook: `rounds=N`, `free-giving`, `late-asking`, `dice=` the six dice separated by `/`.
Received gifts are not written, since they are the gifts of the seat to the right.

A node of the strict order (5.5) is a position, `|`, and the next step: `ask` where the recipient decides, `move`
where the active player does, `end`, or during a roll `roll:` and each of dice 0-5 as its face if it has landed, `==` if
it is kept, `..` if it is still to land:

    C1 :2x/:2x 1:G3G2O6B1Y3G4 | roll:==B3....==..
"""

import re

from charidice.record.game import RecordError, reading
from charidice.rules.dice import ALL_DICE, STANDARD_DICE, DiceSet, read_faces
from charidice.rules.engine import legal_actions
from charidice.rules.moves import Roll
from charidice.rules.ruleset import ROLLS, ROUNDS, Ruleset
from charidice.rules.scoring import COLOUR_BONUS, SAME_NUMBER_BONUS
from charidice.rules.sheet import Sheet
from charidice.rules.state import START_OF_TURN, GameState, Setup, Turn
from charidice.rules.strict import Node

MARK = "C1"
KEPT, FALLING = "==", ".."
BONUSES = {0, *COLOUR_BONUS.values(), *SAME_NUMBER_BONUS.values()}
MOST_POINTS = 36
# Twice the length of four seats with twenty turns.
LENGTH_LIMIT = 2000
# Five sixes under free giving, each counting 12, doubled by the greatest of gifts.
MOST_GIVEN = 120

SEAT = r"((?:[0-9]{1,3}\+[0-9]{1,2}-[0-9]{1,3}(?:,(?=[0-9])|(?=:)))*):(2x|--)"
TURN = r"([123]):((?:[A-Z][0-9]){6})((?::asked)?(?::stopped)?(?::declined)?)"


def write_position(state: GameState) -> str:
    """A state in one line.

    >>> from charidice import new_game
    >>> write_position(new_game(3))
    'C1 :2x/:2x/:2x -'
    """
    parts = [MARK, "/".join(map(_seat_words, state.sheets)), _turn_words(state)]
    ruleset, dice_set = state.setup.ruleset, state.setup.dice_set
    if ruleset.rounds != ROUNDS:
        parts.append(f"rounds={ruleset.rounds}")
    if ruleset.free_giving:
        parts.append("free-giving")
    if ruleset.late_asking:
        parts.append("late-asking")
    if dice_set != STANDARD_DICE:
        parts.append("dice=" + str(dice_set).replace(" ", "/"))
    return " ".join(parts)


def read_position(text: str) -> GameState:
    """Read a position string; RecordError names the wrong part."""
    _check_length(text)
    parts = text.split()
    if not parts or parts[0] != MARK:
        raise RecordError("not-a-position", field=text, expected=MARK)
    if len(parts) < 3:
        raise RecordError("position-too-short", field=text, expected=MARK)
    _, seats, turn, *others = parts
    ruleset, dice_set = _read_others(others)
    given_by_seat = [_read_seat(word) for word in seats.split("/")]
    with reading(seats):
        setup = Setup(len(given_by_seat), ruleset, dice_set)
    with reading(turn):
        return _state(setup, given_by_seat, seats, turn)


def write_node(node: Node) -> str:
    """A node in one line.

    >>> from charidice import Roll, new_game
    >>> write_node(Node.of(new_game(2)).play(Roll()).land(6))
    'C1 :2x/:2x - | roll:K6..........'
    """
    if node.falling:
        following = "roll:" + "".join(_die_word(node, die) for die in ALL_DICE)
    else:
        following = "end" if node.state.is_over else "ask" if node.asking else "move"
    return f"{write_position(node.state)} | {following}"


def _check_length(text: str) -> None:
    if len(text) > LENGTH_LIMIT:
        raise RecordError("field-too-long", field=text, most=LENGTH_LIMIT)


def _die_word(node: Node, die: int) -> str:
    if die in node.keep:
        return KEPT
    return FALLING if die in node.falling else str(node.state.setup.dice_set.face(die, node.numbers[die]))


def read_node(text: str) -> Node:
    """Read a node; RecordError names the wrong part."""
    _check_length(text)
    position, bar, following = text.partition("|")
    following = following.strip()
    state = read_position(position)
    with reading(following):
        node = _node(state, following) if bar else None
    if node is None or write_node(node).rpartition(" ")[2] != following:
        raise RecordError("node-unreadable", field=following or text)
    return node


def _node(state: GameState, following: str) -> Node | None:
    """The node of a state, by the word for its next decision; None if that cannot follow."""
    first = Node.of(state)
    moving = Node(state, asking=False)
    if following == "move":
        return moving if legal_actions(state, state.active) else None
    if following in ("ask", "end"):
        return first
    words = re.findall("..", following.removeprefix("roll:"))
    if len(words) != len(ALL_DICE):
        return None
    node = moving.play(Roll(tuple(die for die, word in enumerate(words) if word == KEPT)))
    shown = [face for word in words if word not in (KEPT, FALLING) for face in read_faces(word)]
    for face in shown:
        if not node.falling or state.setup.dice_set.die_of(face) != node.falling[0]:
            return None
        node = node.land(face.number)
    return node if node.falling else None


def _seat_words(sheet: Sheet) -> str:
    turns = zip(sheet.points, sheet.bonus, sheet.given, strict=True)
    written = ",".join(f"{points}+{bonus}-{given}" for points, bonus, given in turns)
    return f"{written}:{'2x' if sheet.has_gift else '--'}"


def _turn_words(state: GameState) -> str:
    turn = state.turn
    words = [str(turn.rolls), "".join(map(str, state.faces))] if turn.rolls else ["-"]
    words += [name for name in ("asked", "stopped", "declined") if getattr(turn, name)]
    return ":".join(words)


def _read_others(words: list[str]) -> tuple[Ruleset, DiceSet]:
    rounds, free_giving, late_asking, dice_set = ROUNDS, False, False, STANDARD_DICE
    for word in words:
        if [other.split("=")[0] for other in words].count(word.split("=")[0]) > 1:
            raise RecordError("field-twice", field=word)
        if number := re.fullmatch(r"rounds=([0-9]{1,4})", word):
            rounds = int(number[1])
        elif word == "free-giving":
            free_giving = True
        elif word == "late-asking":
            late_asking = True
        elif layout := re.fullmatch(r"dice=(.*)", word):
            with reading(word):
                dice_set = DiceSet.read(layout[1].replace("/", " "))
        else:
            raise RecordError("position-part-unknown", field=word, text=word)
    with reading(f"rounds={rounds}"):
        return Ruleset(rounds, free_giving, late_asking), dice_set


def _read_seat(word: str) -> tuple[list[tuple[int, ...]], bool]:
    """The turns of a seat as points, bonus, given; and whether its 2x box is free."""
    seat = re.fullmatch(SEAT, word)
    if seat is None:
        raise RecordError("position-seat-unreadable", field=word)
    turns = [tuple(map(int, re.split(r"[+-]", turn))) for turn in seat[1].split(",") if turn]
    for points, bonus, given in turns:
        if not 1 <= points <= MOST_POINTS or bonus not in BONUSES or given > MOST_GIVEN:
            raise RecordError("position-impossible-turn", field=word, text=f"{points}+{bonus}-{given}")
    return turns, seat[2] == "2x"


def _state(setup: Setup, seats: list[tuple[list[tuple[int, ...]], bool]], seats_word: str, turn_word: str) -> GameState:
    turns_played = sum(len(turns) for turns, _ in seats)
    full_rounds, active = divmod(turns_played, setup.players)
    for seat, (turns, _) in enumerate(seats):
        if len(turns) != full_rounds + (seat < active) or len(turns) > setup.ruleset.rounds:
            raise RecordError("position-turns-uneven", field=seats_word)
    columns = [tuple(zip(*turns, strict=True)) or ((), (), ()) for turns, _ in seats]
    sheets = tuple(
        Sheet(points, bonus, columns[seat - 1][2], given, seats[seat][1])
        for seat, (points, bonus, given) in enumerate(columns)
    )
    state = GameState(setup, full_rounds + 1, active, START_OF_TURN, sheets)
    state = state._replace(turn=_read_turn(turn_word, state))
    for seat, sheet in enumerate(sheets):
        asked_now = seat == state.recipient and state.turn.asked
        if not sheet.has_gift and not sheet.received and not asked_now:
            raise RecordError("position-gift-never-asked", field=seats_word)
    return state


def _read_turn(word: str, state: GameState) -> Turn:
    if word == "-":
        return START_OF_TURN
    if word == "-:asked" and not state.is_over and not state.sheets[state.recipient].has_gift:
        return START_OF_TURN._replace(asked=True)
    turn = re.fullmatch(TURN, word)
    if turn is None or state.is_over:
        raise RecordError("position-turn-unreadable", field=word)
    numbers = state.setup.dice_set.numbers(read_faces(turn[2]))
    asked, stopped, declined = (f":{name}" in turn[3] for name in ("asked", "stopped", "declined"))
    rolls = int(turn[1])
    possible = (
        (not asked or not state.sheets[state.recipient].has_gift)
        and (not stopped or (state.setup.ruleset.late_asking and rolls < ROLLS))
        and (not declined or (stopped and not asked and state.sheets[state.recipient].has_gift))
        and (not stopped or asked or state.sheets[state.recipient].has_gift)
    )
    if not possible:
        raise RecordError("position-turn-impossible", field=word)
    return Turn(rolls, numbers, asked, stopped, declined)
