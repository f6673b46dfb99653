/** The moments of a review grouped by turn and roll. */

import { actionOf, evolve } from "../../engine.js";
import { START_OF_TURN } from "../../state.js";
import { isAnswer } from "./review.js";

/** @import { Action } from "../../moves.js" */
/** @import { GameState } from "../../state.js" */
/** @import { Review } from "./review.js" */
/** @import { Decision, Moment, Values } from "./walk.js" */

/**
 * A move after a roll, `events` up to and including it; a forced one has no decision.
 * @typedef {{seat: number, action: Action, decision: Decision | null, events: number}} Step
 * A roll, `events` up to and including it, and the moves after it; its luck is empty if the rolls before it are not known.
 * @typedef {{events: number, state: GameState, luck: Values[], steps: Step[]}} ReviewedRoll
 */

/**
 * A turn, finished or not.
 * @typedef {object} ReviewedTurn
 * @property {GameState} start
 * @property {Values[]} before  By objective.
 * @property {Values[]} after
 * @property {Step[]} opening  Moves before the first roll: the recipient may have asked already.
 * @property {ReviewedRoll[]} rolls
 * @property {Moment[]} moments
 * @property {number} events  The number of events up to its end.
 */

/** @param {Review} review @returns {ReviewedTurn[]} */
export function turnsOf({ objectives, moments }) {
  let before = objectives.map(({ start }) => start);
  let events = 0;
  return byTurn(moments).map((turn) => {
    const [opening, rolls] = [openingOf(turn, events), rollsOf(turn, events)];
    events += turn.length;
    const found = { start: turn[0].state, before, after: turn[turn.length - 1].values, opening, rolls, moments: turn, events };
    before = found.after;
    return found;
  });
}

/** Whether all rolls of a turn are known. @param {ReviewedTurn} turn */
export const isKnown = ({ moments }) => !moments.some(({ event }) => event.type === "laid" || event.type === "noted");

/** @param {Moment[]} moments */
function byTurn(moments) {
  /** @type {Moment[][]} */
  const turns = [];
  for (const moment of moments) {
    // A game may begin in the middle of a turn.
    if (!turns.length || moment.state.turn === START_OF_TURN) turns.push([]);
    turns[turns.length - 1].push(moment);
  }
  return turns;
}

/** The moves of a moment; not asking is left out unless it was a mistake. @param {Moment} moment @param {number} events @returns {Step[]} */
function stepsOf({ event, seat, decisions }, events) {
  const answers = event.type === "gift-asked" || event.type === "gift-declined";
  const waited = decisions.filter((decision) => !answers && isAnswer(decision) && decision.grade !== "good");
  const action = /** @type {Action} */ (actionOf(event));
  const judged = decisions.find((decision) => decision.action === action) ?? null;
  return [...waited.map((decision) => ({ seat: decision.seat, action: decision.action, decision, events })), { seat, action, decision: judged, events }];
}

/** @param {Moment[]} moments @param {number} before */
function openingOf(moments, before) {
  const first = moments.findIndex(({ state, event }) => state.turn.rolls || event.type === "rolled" || event.type === "laid" || event.type === "noted");
  return moments.slice(0, first < 0 ? moments.length : first).flatMap((moment, at) => stepsOf(moment, before + at + 1));
}

/** @param {Moment[]} moments @param {number} before */
function rollsOf(moments, before) {
  /** @type {ReviewedRoll[]} */
  const rolls = [];
  const [{ state: start }] = moments;
  // The dice that lay on the table when the game began.
  if (start.turn.rolls) rolls.push({ events: before, state: start, luck: [], steps: [] });
  for (const [at, moment] of moments.entries()) {
    const events = before + at + 1;
    rolls.at(-1)?.steps.push(...stepsOf(moment, events));
    if (moment.event.type === "rolled" || moment.event.type === "laid") rolls.push({ events, state: evolve(moment.state, moment.event), luck: moment.luck, steps: [] });
  }
  return rolls;
}
