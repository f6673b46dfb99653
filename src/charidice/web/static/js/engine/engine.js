/** The course of play (clause 2): legal actions, the event of an action, and the state after an event. */

import { areSixNumbers, diceOf, EVERY_DIE } from "./dice.js";
import { checkSeat, isWhole, quoted, Refused } from "./errors.js";
import { ASK_GIFT, DECLINE_GIFT, GIFT_ASKED, GIFT_DECLINED, REROLLS, roll, rolled, score, scored, STOP, STOPPED } from "./moves.js";
import { MOST_IN_A_BOX, ROLLS } from "./ruleset.js";
import { giftOf, pointsOf, whyNotScorable } from "./scoring.js";
import { awaitsAnswer, facesOf, isOver, mayBeAsked, mustStopFirst, recipientOf, START_OF_TURN, stateOf, withTurn } from "./state.js";

/** @import { Dice, Numbers } from "./dice.js" */
/** @import { Values } from "./errors.js" */
/** @import { Action, Event, Laid, Noted, Roll, Rolled, Score, Scored } from "./moves.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { GameState, Turn } from "./state.js" */

/**
 * The only source of randomness in a game: the six numbers after the active player's next roll; kept dice keep theirs.
 * @typedef {{roll: (state: GameState, keep: Dice) => Numbers}} DiceSource
 * What is wrong with an action, as a code and values; null if nothing is.
 * @typedef {[code: string, values?: Values] | null} Problem
 */

/** @type {readonly Action[]} */
const NOTHING = Object.freeze([]);
/** @type {readonly Action[]} */
const ROLL_ALL = Object.freeze([roll()]);
/** @type {readonly Action[]} */
const REROLLS_AND_STOP = Object.freeze([...REROLLS, STOP]);
/** @type {readonly Action[]} */
const ASK = Object.freeze([ASK_GIFT]);
/** @type {readonly Action[]} */
export const ASK_OR_DECLINE = Object.freeze([ASK_GIFT, DECLINE_GIFT]);

/** The dice source of actions that roll no dice. @type {DiceSource} */
export const NO_DICE = {
  roll() {
    throw new Refused("no-dice");
  },
};

/** The actions that a player may choose now; two players may be able to act at once. @param {GameState} state @param {number} player @returns {readonly Action[]} */
export function legalActions(state, player) {
  checkSeat(player, state.sheets.length);
  const { turn, setup } = state;
  if (player !== state.active) {
    if (player !== recipientOf(state) || !mayBeAsked(state)) return NOTHING;
    return turn.stopped ? ASK_OR_DECLINE : ASK;
  }
  if (turn.rolls === 0) return isOver(state) ? NOTHING : ROLL_ALL;
  if (awaitsAnswer(turn)) return NOTHING;
  if (mustStopFirst(state)) return REROLLS_AND_STOP;
  const choices = setup.scoring.choices(turn.numbers);
  return turn.stopped || turn.rolls === ROLLS ? choices.scores : choices.moves;
}

/** The kinds of actions, as refusals list them. @param {readonly Action[]} actions */
export const kindsOf = (actions) => [...new Set(actions.map(({ type }) => type))];

/** Why a player may not do this now, or null. @param {GameState} state @param {number} player @param {Action} action @returns {Refused | null} */
export function verify(state, player, action) {
  const problem = problemOf(state, player, action);
  if (!problem) return null;
  const [code, values = {}] = isOver(state) ? ["game-over"] : problem;
  return new Refused(code, { ...values, allowed: kindsOf(legalActions(state, player)) });
}

/** @param {GameState} state @param {number} player @param {Action} action @returns {Problem} */
function problemOf(state, player, action) {
  checkSeat(player, state.sheets.length);
  switch (action?.type) {
    case "roll":
      return rollProblem(state, player, action);
    case "score":
      return scoreProblem(state, player, action);
    case "stop":
      return stopProblem(state, player);
    case "ask":
      return askProblem(state, player);
    case "decline":
      return declineProblem(state, player);
    default:
      return ["not-an-action", { text: quoted(action) }];
  }
}

/** @param {GameState} state @param {number} player @param {Roll} action @returns {Problem} */
function rollProblem(state, player, { keep }) {
  const { rolls, stopped } = state.turn;
  if (player !== state.active) return ["not-your-turn", { active: state.active }];
  if (rolls === 0) return isOver(state) ? ["game-over"] : keep === 0 ? null : ["first-roll-keeps-none"];
  if (rolls === ROLLS) return ["no-rolls-left"];
  if (stopped) return ["already-stopped"];
  if (keep === EVERY_DIE) return ["roll-at-least-one"];
  return isWhole(keep, 0, EVERY_DIE) ? null : ["unknown-die"];
}

/** @param {GameState} state @param {number} player @param {Score} action @returns {Problem} */
function scoreProblem(state, player, { dice }) {
  const { setup, turn } = state;
  const recipient = recipientOf(state);
  if (player !== state.active) return ["not-your-turn", { active: state.active }];
  if (turn.rolls === 0) return ["roll-first"];
  if (mustStopFirst(state)) return ["stop-first", { recipient }];
  if (awaitsAnswer(turn)) return ["waiting-for-answer", { recipient }];
  return setup.scoring.choices(turn.numbers).kinds.has(dice) ? null : whyNotScorable(facesOf(state), dice);
}

/** @param {GameState} state @param {number} player @returns {Problem} */
function stopProblem(state, player) {
  if (player !== state.active) return ["not-your-turn", { active: state.active }];
  if (state.turn.rolls === 0) return ["roll-first"];
  if (state.turn.stopped) return ["already-stopped"];
  return mustStopFirst(state) ? null : ["no-need-to-stop"];
}

/** @param {GameState} state @param {number} player @returns {Problem} */
function askProblem(state, player) {
  const { turn, active, sheets } = state;
  const recipient = recipientOf(state);
  if (player !== recipient) return ["not-the-recipient", { recipient }];
  if (turn.asked) return ["already-asked"];
  if (!sheets[recipient].hasGift) return ["gift-spent"];
  if (turn.rolls === ROLLS) return ["too-late-to-ask", { active }];
  if (turn.declined) return ["already-declined"];
  return isOver(state) ? ["game-over"] : null;
}

/** @param {GameState} state @param {number} player @returns {Problem} */
function declineProblem(state, player) {
  const recipient = recipientOf(state);
  if (player !== recipient) return ["not-the-recipient", { recipient }];
  return awaitsAnswer(state.turn) ? null : ["nothing-to-decline"];
}

/** The event that an action causes; throws Refused if it is not legal. Only a roll needs dice. @param {GameState} state @param {number} player @param {Action} action @param {DiceSource} [dice] @returns {Event} */
export function decide(state, player, action, dice = NO_DICE) {
  const refusal = verify(state, player, action);
  if (refusal) throw refusal;
  switch (action.type) {
    case "roll":
      return rolled(action.keep, thrown(state, action.keep, dice));
    case "score":
      return rightScore(state, action.dice);
    case "stop":
      return STOPPED;
    case "ask":
      return GIFT_ASKED;
    case "decline":
      return GIFT_DECLINED;
  }
}

/** @param {GameState} state @param {Dice} keep @param {DiceSource} dice */
function thrown(state, keep, dice) {
  const numbers = [...dice.roll(state, keep)];
  if (!areSixNumbers(numbers)) throw new Refused("not-six-numbers");
  return Object.freeze(numbers);
}

/** The event of scoring these dice; the gift is doubled if the recipient has asked. @param {GameState} state @param {Dice} dice */
function rightScore({ setup, turn }, dice) {
  const bonus = setup.scoring.choices(turn.numbers).bonuses.get(dice) ?? 0;
  return scored(dice, pointsOf(dice, turn.numbers), bonus, giftOf(dice, turn.numbers) * (turn.asked ? 2 : 1));
}

/** The state after an event from `decide`; for events from anywhere else, use `replay`, which checks them. @param {GameState} state @param {Event} event @returns {GameState} */
export function evolve(state, event) {
  switch (event.type) {
    case "rolled":
      return withTurn(state, { rolls: state.turn.rolls + 1, numbers: event.numbers });
    case "scored":
      return written(state, event, event.gift);
    case "gift-asked":
      return askedFor(state);
    case "stopped":
      return withTurn(state, { stopped: true });
    case "gift-declined":
      return withTurn(state, { declined: true });
    case "laid": {
      const after = withTurn(state, { rolls: ROLLS, numbers: event.numbers });
      return event.asked ? askedFor(after) : after;
    }
    case "noted":
      return written(event.asked ? askedFor(state) : state, event, event.received);
  }
}

/** The state after these events, checked; what is refused has the index of the first impossible one. @param {GameState} start @param {Iterable<Event>} events */
export function replay(start, events) {
  let [state, index] = [start, 0];
  for (const event of events) {
    const problem = impossible(state, event);
    if (problem) throw new Refused(problem.code, { index, ...problem.values });
    state = evolve(state, event);
    index += 1;
  }
  return state;
}

/** The seat that caused the event, in the state before it. @param {GameState} state @param {Event} event */
export const actor = (state, { type }) => (type === "gift-asked" || type === "gift-declined" ? recipientOf(state) : state.active);

/** The action that causes the event; null for events entered by hand, which have none. @param {Event} event @returns {Action | null} */
export function actionOf(event) {
  switch (event.type) {
    case "rolled":
      return roll(event.keep);
    case "scored":
      return score(event.dice);
    case "gift-asked":
      return ASK_GIFT;
    case "stopped":
      return STOP;
    case "gift-declined":
      return DECLINE_GIFT;
    case "laid":
    case "noted":
      return null;
  }
}

/** Why the event is impossible in this state, or null. @param {GameState} state @param {Event} event @returns {Refused | null} */
export function impossible(state, event) {
  switch (event?.type) {
    case "laid":
    case "noted":
      return unwritable(state, event);
    case "rolled":
      return refusalOf(state, event) ?? wrongRoll(state, event);
    case "scored":
      return refusalOf(state, event) ?? wrongScore(state, event);
    case "gift-asked":
    case "stopped":
    case "gift-declined":
      return refusalOf(state, event);
    default:
      return new Refused("not-an-event", { text: quoted(event) });
  }
}

/** Why the action of the event is refused. @param {GameState} state @param {Event} event */
function refusalOf(state, event) {
  const action = actionOf(event);
  return action && verify(state, actor(state, event), action);
}

/** @param {GameState} state @param {Rolled} event */
function wrongRoll({ setup, turn }, { keep, numbers }) {
  if (!areSixNumbers(numbers)) return new Refused("not-six-numbers");
  const changed = diceOf(keep).find((die) => numbers[die] !== turn.numbers[die]);
  if (changed === undefined) return null;
  const [face, other] = [turn.numbers, numbers].map((shown) => setup.diceSet.face(changed, shown[changed]));
  return new Refused("kept-die-changed", { face, other });
}

/** @param {GameState} state @param {Scored} event */
function wrongScore(state, event) {
  const { points, bonus, gift } = rightScore(state, event.dice);
  const isRight = event.points === points && event.bonus === bonus && event.gift === gift;
  return isRight ? null : new Refused("wrong-score", { points, bonus, gift });
}

/** Why a turn, or its last dice, cannot be entered by hand in this state. @param {GameState} state @param {Laid | Noted} event */
function unwritable(state, event) {
  if (isOver(state)) return new Refused("game-over");
  if (!isStartOfTurn(state.turn)) return new Refused("turn-has-begun", { active: state.active });
  if (event.type === "noted") return isWritable(event) ? null : new Refused("box-out-of-range", { most: MOST_IN_A_BOX });
  if (!areSixNumbers(event.numbers)) return new Refused("not-six-numbers");
  return event.asked && !state.sheets[recipientOf(state)].hasGift ? new Refused("gift-spent") : null;
}

/** @param {Turn} turn */
const isStartOfTurn = ({ rolls, asked }) => rolls === START_OF_TURN.rolls && !asked;

/** Whether the boxes of a turn entered by hand fit on a sheet. @param {Noted} noted */
export const isWritable = ({ points, bonus, gift, received }) => [points, bonus, gift, received].every((box) => isWhole(box, 0, MOST_IN_A_BOX));

/** The state after the recipient has asked for the greatest of gifts. @param {GameState} state */
export function askedFor(state) {
  const { setup, round, active, turn } = state;
  const recipient = recipientOf(state);
  return stateOf(setup, round, active, Object.freeze({ ...turn, asked: true }), withSheet(state, recipient, { hasGift: false }));
}

/** The state after both sheets are filled in and the dice are passed on. @param {GameState} state @param {Scored | Noted} event @param {number} received */
function written(state, { points, bonus, gift }, received) {
  const { setup, round, active, sheets } = state;
  const recipient = recipientOf(state);
  const giver = sheets[active];
  const columns = { points: [...giver.points, points], bonus: [...giver.bonus, bonus], given: [...giver.given, gift] };
  const after = { ...state, sheets: withSheet(state, active, columns) };
  const filled = withSheet(after, recipient, { received: [...sheets[recipient].received, received] });
  return stateOf(setup, recipient === 0 ? round + 1 : round, recipient, START_OF_TURN, filled);
}

/** The sheets with some columns of one changed. @param {GameState} state @param {number} seat @param {Partial<Sheet>} changed */
function withSheet({ sheets }, seat, changed) {
  for (const column of Object.values(changed)) Object.freeze(column);
  return sheets.with(seat, Object.freeze({ ...sheets[seat], ...changed }));
}
