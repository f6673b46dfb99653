"""The coach: from a position to a hint. It never changes a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Self

from charidice.coach.hints.focus import focus
from charidice.coach.hints.model import SAME_VICTORY, Hint, Look, Prospect, Verdict
from charidice.rules.dice import Dice
from charidice.rules.engine import evolve, legal_actions
from charidice.rules.moves import Action, AskGift, DeclineGift, GiftDeclined, Roll, Score, Stop, Stopped, dice_of
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import GameState, Setup
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import Objective, measured_error, objectives_of
from charidice.strategy.turn.forecast import Forecast

SHOWN = 3


@dataclass(frozen=True, slots=True)
class Coach:
    """Advises players who want to win; also gives the expected lead where that is solved."""

    victory: Objective
    lead: Objective | None = None

    @classmethod
    def of(cls, setup: Setup, solution: Path | None = None) -> Self:
        """`solution` as in `objective_for`."""
        return cls(*objectives_of(setup, solution))

    def hint(self, state: GameState, player: int) -> Hint:
        """The best the player can do now, and why."""
        if idle := _nothing_to_choose(state, player):
            return Hint(player, idle)
        return self._on_moving(state) if player == state.active else self._on_asking(state)

    def _on_moving(self, state: GameState) -> Hint:
        analysis = Analysis(state, self.victory)
        values = analysis.action_values(state.active)
        leads = self._leads(state, state.active)
        prospects = tuple(
            _prospect(analysis, action, values[action], leads.get(action), analysis.forecast(action))
            for action in _best(state, values)
        )
        best = prospects[0]
        dice = _dice(analysis, best.action)
        look, about = focus(state, best.action, dice, best.kinds)
        same = max(values.values()) - min(values.values()) < SAME_VICTORY
        return Hint(
            state.active,
            look,
            about,
            dice,
            prospects,
            truth=self.victory.truth,
            error=measured_error(self.victory, state),
            makes_no_difference=same,
        )

    def _on_asking(self, state: GameState) -> Hint:
        analysis = Analysis(state, self.victory)
        leads = self._leads(state, state.recipient)
        forecasts = {answer: analysis.forecast(answer) for answer in (AskGift(), DeclineGift())}
        ask, wait = (
            _prospect(analysis, answer, found.seats(analysis.turn)[state.recipient], leads.get(answer), found)
            for answer, found in forecasts.items()
        )
        giver = _giver_move(analysis)
        if analysis.should_ask:
            verdict = Verdict.NOW
        else:
            verdict = Verdict.WAIT if _can_ask_later(state, self.victory, giver, wait) else Verdict.NOT
        return Hint(
            state.recipient,
            Look.GIFT,
            dice=_dice(analysis, giver),
            prospects=(ask, wait) if verdict is Verdict.NOW else (wait, ask),
            verdict=verdict,
            giver=giver,
            truth=self.victory.truth,
            error=measured_error(self.victory, state),
            makes_no_difference=abs(ask.victory - wait.victory) < SAME_VICTORY,
        )

    def _leads(self, state: GameState, player: int) -> dict[Action, float]:
        return Analysis(state, self.lead).action_values(player) if self.lead else {}


def _nothing_to_choose(state: GameState, player: int) -> Look | None:
    if state.is_over:
        return Look.OVER
    if player == state.active:
        if state.turn.rolls == 0:
            return Look.FIRST_ROLL
        return None if legal_actions(state, player) else Look.ANSWER_FIRST
    if player == state.recipient and state.may_be_asked:
        return None if state.recipient_decides else Look.ASK_LATER
    return Look.NOT_YOUR_TURN


def _best(state: GameState, values: Mapping[Action, float]) -> tuple[Action, ...]:
    """The best few moves with different outcomes; ties go to scoring, then to the smaller gift."""
    options = state.setup.scoring.options(state.turn.numbers)

    def rank(action: Action) -> tuple[float, bool, int]:
        return -values[action], isinstance(action, Roll), options[action.dice].gift if isinstance(action, Score) else 0

    best: dict[object, Action] = {}
    for action in sorted(values, key=rank):
        same = options[action.dice][1:] if isinstance(action, Score) else action
        best.setdefault(same, action)
        if len(best) == SHOWN:
            break
    return tuple(best.values())


def _giver_move(analysis: Analysis) -> Action:
    """The best move of the active player if not asked."""
    state = analysis.state
    if state.turn.stopped:
        analysis = Analysis(evolve(state, GiftDeclined()), analysis.objective)
    return _best(state, analysis.action_values(state.active))[0]


def _dice(analysis: Analysis, action: Action) -> Dice:
    """The dice that a move keeps or scores; for a stop, those to score if nobody asks."""
    if isinstance(action, Stop):
        action = _giver_move(Analysis(evolve(analysis.state, Stopped()), analysis.objective))
    return dice_of(action)


def _can_ask_later(state: GameState, objective: Objective, giver: Action, wait: Prospect) -> bool:
    """Whether a better moment to ask can come: in a later turn of the giver, or still in this one."""
    if state.round < state.setup.ruleset.rounds:
        return True
    if objective.sum is not None:
        return wait.asked > 0
    return isinstance(giver, Stop) or (isinstance(giver, Roll) and state.turn.rolls + 1 < ROLLS)


def _prospect(analysis: Analysis, action: Action, victory: float, lead: float | None, forecast: Forecast) -> Prospect:
    state, (outcomes, plain, asked) = analysis.state, forecast
    given = [sheet.total_given for sheet in state.sheets]
    own = given.pop(state.active)
    needed = max(given) - own
    most_given = plain[outcomes.gift >= needed].sum() + asked[2 * outcomes.gift >= needed].sum()
    points, gift = forecast.points, forecast.gift
    net, net_if_asked = outcomes.total - outcomes.gift, outcomes.total - 2 * outcomes.gift
    variance = float(plain @ net**2 + asked @ net_if_asked**2) - (points - gift) ** 2
    return Prospect(
        action,
        analysis.reported(victory),
        lead,
        points,
        gift,
        forecast.kinds,
        most_given=float(most_given),
        spread=sqrt(max(variance, 0.0)),
        asked=float(asked.sum()),
    )
