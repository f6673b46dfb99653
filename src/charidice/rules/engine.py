"""The course of play (clause 2): legal actions, the event of an action, and the state after an event."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol

from charidice.rules.dice import ALL_NUMBERS, DICE, STANDARD_DICE, Dice, DiceSet, Numbers, plain_numbers
from charidice.rules.errors import IllegalAction, IllegalEvent, seat_of
from charidice.rules.moves import (
    EVENTS,
    REROLLS,
    Action,
    AskGift,
    DeclineGift,
    Event,
    GiftAsked,
    GiftDeclined,
    Laid,
    Noted,
    Roll,
    Rolled,
    Score,
    Scored,
    Stop,
    Stopped,
    rolled,
    scored,
)
from charidice.rules.ruleset import MOST_IN_A_BOX, ROLLS, STANDARD, Ruleset
from charidice.rules.scoring import points_and_gift, why_not_scorable
from charidice.rules.sheet import Sheet
from charidice.rules.state import START_OF_TURN, GameState, Setup, Turn
from charidice.rules.whole import quoted


class DiceSource(Protocol):
    """The only source of randomness in a game."""

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        """The six numbers after the active player's next roll; kept dice keep theirs."""
        ...


class _NoDice:
    """The dice source of actions that roll no dice."""

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        raise IllegalAction("no-dice")


NO_DICE = _NoDice()
# The dice sources of this package return plain ints, so their rolls are not checked.
OWN_SOURCES: set[type[DiceSource]] = set()
ROLL_ALL = (Roll(),)
KEEPS = frozenset(roll.keep for roll in REROLLS)
STOP = (Stop(),)
REROLLS_AND_STOP = REROLLS + STOP
ASK = (AskGift(),)
ASK_OR_DECLINE = (AskGift(), DeclineGift())
# Half the time of the constructor of a named tuple, which is a Python function.
_new = tuple.__new__
_ANSWERS: dict[type[Action], Event] = {AskGift: GiftAsked(), Stop: Stopped(), DeclineGift: GiftDeclined()}
# A code and its values, or None if nothing is wrong.
Problem = tuple[str, dict[str, object]] | None
GAME_OVER: tuple[str, dict[str, object]] = "game-over", {}
ActionName = Literal["roll", "score", "ask", "stop", "decline"]
ACTION_NAMES: dict[type[Action], ActionName] = {
    Roll: "roll",
    Score: "score",
    AskGift: "ask",
    Stop: "stop",
    DeclineGift: "decline",
}


def new_game(players: int, ruleset: Ruleset = STANDARD, dice_set: DiceSet = STANDARD_DICE) -> GameState:
    """The state before the first roll.

    >>> new_game(players=3).active
    0
    """
    setup = Setup(players, ruleset, dice_set)
    return GameState(setup, 1, 0, START_OF_TURN, (Sheet(),) * setup.players)


def legal_actions(state: GameState, player: int) -> tuple[Action, ...]:
    """The actions that `player` may choose now; two players may be able to act at once."""
    turn, active = state.turn, state.active
    # Small ints are single objects, so identity decides most calls; NumPy's ints and bools take the checks.
    if player is not active:
        recipient = state.recipient
        if player is not recipient:
            player = seat_of(player, len(state.sheets))
        if player != active:
            if player != recipient or not state.may_be_asked:
                return ()
            return ASK_OR_DECLINE if turn.stopped else ASK
    rolls, setup = turn.rolls, state.setup
    if rolls == 0:
        return () if state.is_over else ROLL_ALL
    if rolls == ROLLS:
        return setup.scoring.choices(turn.numbers).scores
    if setup.ruleset.late_asking:
        if state.must_stop_first:
            return REROLLS_AND_STOP
        if turn.stopped:
            return setup.scoring.choices(turn.numbers).scores if turn.asked or turn.declined else ()
    return setup.scoring.choices(turn.numbers).moves


def verify(state: GameState, player: int, action: Action) -> IllegalAction | None:
    """Why `player` may not do this now, or None if they may."""
    check = _PROBLEMS.get(type(action))
    problem = ("not-an-action", {"text": quoted(action)}) if check is None else check(state, player, action)
    if problem is None:
        return None
    code, values = GAME_OVER if state.is_over else problem
    allowed = dict.fromkeys(ACTION_NAMES[type(legal)] for legal in legal_actions(state, player))
    return IllegalAction(code, **values, allowed=tuple(allowed))


def decide(state: GameState, player: int, action: Action, dice: DiceSource = NO_DICE) -> Event:
    """The event that an action causes; raises IllegalAction if it is not legal. Only a roll needs dice."""
    if refusal := verify(state, player, action):
        raise refusal
    if isinstance(action, Roll):
        keep = action.keep
        return rolled(keep, dice.roll(state, keep) if type(dice) in OWN_SOURCES else _thrown(state, keep, dice))
    if isinstance(action, Score):
        return scored(action.dice, *_boxes(state, action.dice))
    return _ANSWERS[type(action)]


def advance(state: GameState, player: int, action: Action, dice: DiceSource = NO_DICE) -> GameState:
    """The state after an action: `evolve(state, decide(...))`, but faster, since it makes no event.

    >>> from random import Random
    >>> from charidice import RandomDice
    >>> advance(new_game(2), 0, Roll(), RandomDice(Random(1))).turn.numbers
    (1, 5, 6, 1, 1, 5)
    """
    # Fast path: almost every call is a legal roll or score.
    if isinstance(action, Roll):
        if _roll_problem(state, player, action) is None:
            keep = action.keep
            return _rolled(state, dice.roll(state, keep) if type(dice) in OWN_SOURCES else _thrown(state, keep, dice))
    elif isinstance(action, Score) and _scoring_problem(state, player) is None:
        turn, dice_scored = state.turn, action.dice
        bonus = state.setup.scoring.choices(turn.numbers).bonuses.get(dice_scored)
        if bonus is not None:
            points, gift = points_and_gift(dice_scored, turn.numbers)
            if turn.asked:
                gift *= 2
            return _written(state, points, bonus, gift, gift)
    if refusal := verify(state, player, action):
        raise refusal
    return evolve(state, _ANSWERS[type(action)])


def evolve(state: GameState, event: Event) -> GameState:
    """The state after an event from `decide`; for events from anywhere else, use `replay`, which checks them."""
    if isinstance(event, Rolled):
        return _rolled(state, event.numbers)
    if isinstance(event, Scored):
        return _written(state, event.points, event.bonus, event.gift, event.gift)
    turn = state.turn
    if isinstance(event, Stopped):
        return _with_turn(state, turn._replace(stopped=True))
    if isinstance(event, GiftDeclined):
        return _with_turn(state, turn._replace(declined=True))
    if isinstance(event, Laid):
        laid = _with_turn(state, Turn(ROLLS, event.numbers))
        return asked_for(laid) if event.asked else laid
    if isinstance(event, Noted):
        before = asked_for(state) if event.asked else state
        return _written(before, event.points, event.bonus, event.gift, event.received)
    if isinstance(event, GiftAsked):
        return asked_for(state)
    raise _not_an_event(event)


def replay(start: GameState, events: Iterable[Event]) -> GameState:
    """The state after these events; IllegalEvent has the index of the first impossible one."""
    state = start
    for index, event in enumerate(events):
        if problem := impossible(state, event):
            raise IllegalEvent(problem.code, index=index, **problem.values)
        state = evolve(state, event)
    return state


def actor(state: GameState, event: Event) -> int:
    """The seat that caused the event, in the state before it."""
    return state.recipient if isinstance(event, (GiftAsked, GiftDeclined)) else state.active


def action_of(event: Event) -> Action:
    """The action that causes the event; ValueError for events entered by hand (`Laid`, `Noted`), which have none."""
    match event:
        case Rolled(keep):
            return Roll(keep)
        case Scored(dice):
            return Score(dice)
        case GiftAsked():
            return AskGift()
        case Stopped():
            return Stop()
        case GiftDeclined():
            return DeclineGift()
        case Laid() | Noted():
            raise ValueError("entered by hand, not chosen")


def impossible(state: GameState, event: Event) -> IllegalAction | IllegalEvent | None:
    """Why the event is impossible in this state, or None."""
    if type(event) not in EVENTS:
        return _not_an_event(event)
    if isinstance(event, Laid | Noted):
        return _unwritable(state, event)
    if refusal := verify(state, actor(state, event), action_of(event)):
        return refusal
    if isinstance(event, Rolled):
        if event.keep != Roll(event.keep).keep:
            return IllegalEvent("not-dice-indices")
        if not _are_six_numbers(event.numbers):
            return IllegalEvent("not-six-numbers")
        for die in event.keep:
            number = event.numbers[die]
            if number != state.turn.numbers[die]:
                return IllegalEvent(
                    "kept-die-changed", face=state.faces[die], other=state.setup.dice_set.face(die, number)
                )
    elif isinstance(event, Scored):
        if event.dice != Score(event.dice).dice:
            return IllegalEvent("not-dice-indices")
        right = scored(event.dice, *_boxes(state, event.dice))
        if event != right:
            return IllegalEvent("wrong-score", points=right.points, bonus=right.bonus, gift=right.gift)
    return None


def _not_an_event(event: object) -> IllegalEvent:
    return IllegalEvent("not-an-event", text=quoted(event))


def _unwritable(state: GameState, event: Laid | Noted) -> IllegalEvent | None:
    """Why a turn, or its last dice, cannot be entered by hand in this state."""
    if state.is_over:
        return IllegalEvent("game-over")
    if state.turn != START_OF_TURN:
        return IllegalEvent("turn-has-begun", active=state.active)
    if isinstance(event, Noted):
        return None if event.is_writable else IllegalEvent("box-out-of-range", most=MOST_IN_A_BOX)
    if not _are_six_numbers(event.numbers):
        return IllegalEvent("not-six-numbers")
    return IllegalEvent("gift-spent") if event.asked and not state.sheets[state.recipient].has_gift else None


def _thrown(state: GameState, keep: Dice, dice: DiceSource) -> Numbers:
    """A roll by a foreign dice source, checked."""
    plain = plain_numbers(dice.roll(state, keep))
    if not _are_six_numbers(plain):
        raise IllegalEvent("not-six-numbers")
    return plain


def _are_six_numbers(numbers: Numbers) -> bool:
    return len(numbers) == DICE and set(numbers) <= set(ALL_NUMBERS)


def _roll_problem(state: GameState, player: int, action: Roll) -> Problem:
    turn = state.turn
    rolls = turn.rolls
    if player is not state.active and seat_of(player, len(state.sheets)) != state.active:
        return "not-your-turn", {"active": state.active}
    if rolls == 0:
        return GAME_OVER if state.is_over else ("first-roll-keeps-none", {}) if action.keep else None
    if rolls == ROLLS:
        return "no-rolls-left", {}
    if turn.stopped:
        return "already-stopped", {}
    if action.keep not in KEEPS:
        return ("roll-at-least-one", {}) if len(action.keep) >= DICE else ("unknown-die", {})
    return None


def _score_problem(state: GameState, player: int, action: Score) -> Problem:
    if problem := _scoring_problem(state, player):
        return problem
    if action.dice not in state.setup.scoring.choices(state.turn.numbers).bonuses:
        return _unknown_die(action.dice) or why_not_scorable(state.faces, action.dice)
    return None


def _scoring_problem(state: GameState, player: int) -> Problem:
    """Why the player may score no dice at all now."""
    turn = state.turn
    if player is not state.active and seat_of(player, len(state.sheets)) != state.active:
        return "not-your-turn", {"active": state.active}
    if turn.rolls == 0:
        return "roll-first", {}
    if state.setup.ruleset.late_asking:
        if state.must_stop_first:
            return "stop-first", {"recipient": state.recipient}
        if turn.stopped and not turn.asked and not turn.declined:
            return "waiting-for-answer", {"recipient": state.recipient}
    return None


def _stop_problem(state: GameState, player: int, action: Stop) -> Problem:
    if seat_of(player, len(state.sheets)) != state.active:
        return "not-your-turn", {"active": state.active}
    if state.turn.rolls == 0:
        return "roll-first", {}
    if state.turn.stopped:
        return "already-stopped", {}
    return None if state.must_stop_first else ("no-need-to-stop", {})


def _ask_problem(state: GameState, player: int, action: AskGift) -> Problem:
    turn = state.turn
    if seat_of(player, len(state.sheets)) != state.recipient:
        return "not-the-recipient", {"recipient": state.recipient}
    if turn.asked:
        return "already-asked", {}
    if not state.sheets[state.recipient].has_gift:
        return "gift-spent", {}
    if turn.rolls == ROLLS:
        return "too-late-to-ask", {"active": state.active}
    if turn.declined:
        return "already-declined", {}
    return GAME_OVER if state.is_over else None


def _decline_problem(state: GameState, player: int, action: DeclineGift) -> Problem:
    turn = state.turn
    if seat_of(player, len(state.sheets)) != state.recipient:
        return "not-the-recipient", {"recipient": state.recipient}
    return None if turn.stopped and not turn.asked and not turn.declined else ("nothing-to-decline", {})


_PROBLEMS: dict[type[Action], Callable[[GameState, int, Any], Problem]] = {
    Roll: _roll_problem,
    Score: _score_problem,
    AskGift: _ask_problem,
    Stop: _stop_problem,
    DeclineGift: _decline_problem,
}


def _unknown_die(dice: Dice) -> Problem:
    # Dice of an action are in ascending order.
    return ("unknown-die", {}) if dice and (dice[0] < 0 or dice[-1] >= DICE) else None


def _boxes(state: GameState, dice: Dice) -> tuple[int, int, int]:
    """Points, bonus and gift for the sheets; the gift is doubled if the recipient has asked."""
    turn = state.turn
    bonus = state.setup.scoring.choices(turn.numbers).bonuses[dice]
    points, gift = points_and_gift(dice, turn.numbers)
    return points, bonus, gift * 2 if turn.asked else gift


def _with_turn(state: GameState, turn: Turn) -> GameState:
    return GameState(state.setup, state.round, state.active, turn, state.sheets)


def _rolled(state: GameState, numbers: Numbers) -> GameState:
    setup, round_, active, turn, sheets = state
    return _new(
        GameState, (setup, round_, active, _new(Turn, (turn.rolls + 1, numbers, turn.asked, False, False)), sheets)
    )


def asked_for(state: GameState) -> GameState:
    """The state after the recipient has asked for the greatest of gifts."""
    setup, round_, active, turn, before = state
    recipient = (active + 1) % len(before)
    sheets = list(before)
    sheets[recipient] = Sheet(*before[recipient][:-1], has_gift=False)
    asked = Turn(turn.rolls, turn.numbers, True, turn.stopped, turn.declined)
    return GameState(setup, round_, active, asked, tuple(sheets))


def _written(state: GameState, points: int, bonus: int, given: int, received: int) -> GameState:
    """The state after both sheets are filled in and the dice are passed on."""
    setup, round_, active, _, before = state
    recipient = (active + 1) % len(before)
    sheets = list(before)
    all_points, bonuses, all_received, all_given, has_gift = before[active]
    own = (*all_points, points), (*bonuses, bonus), all_received, (*all_given, given), has_gift
    sheets[active] = _new(Sheet, own)
    all_points, bonuses, all_received, all_given, has_gift = before[recipient]
    sheets[recipient] = _new(Sheet, (all_points, bonuses, (*all_received, received), all_given, has_gift))
    return _new(GameState, (setup, round_ + (recipient == 0), recipient, START_OF_TURN, tuple(sheets)))
