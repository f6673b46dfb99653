/** A review as the Worker sends it: without the states and events of the game, which the record has. */

import { actor, evolve } from "../../engine.js";
import { ASK_GIFT, DECLINE_GIFT, roll, score, STOP } from "../../moves.js";
import { startOf } from "../../record/game.js";

/** @import { Action } from "../../moves.js" */
/** @import { GameRecord } from "../../record/game.js" */
/** @import { Review } from "./review.js" */
/** @import { Decision, Moment } from "./walk.js" */

/**
 * @typedef {Omit<Decision, "state">} JudgedMove
 * @typedef {Pick<Moment, "luck" | "values" | "unseen"> & {decisions: JudgedMove[]}} MomentNumbers
 * @typedef {Pick<Review, "objectives" | "players"> & {moments: MomentNumbers[]}} ReviewNumbers
 */

/** @param {Review} review @returns {ReviewNumbers} */
export function numbersOf({ objectives, players, moments }) {
  const bare = moments.map(({ luck, values, unseen, decisions }) => ({
    luck,
    values,
    unseen,
    decisions: decisions.map(({ seat, action, judgements, grade }) => ({ seat, action, judgements, grade })),
  }));
  return { objectives, players, moments: bare };
}

/** The review of a record from its numbers. @param {GameRecord} record @param {ReviewNumbers} numbers @returns {Review} */
export function reviewFrom(record, { objectives, players, moments }) {
  let after = startOf(record);
  const told = record.events.map((event, at) => {
    const state = after;
    after = evolve(state, event);
    const decisions = moments[at].decisions.map((decision) => ({
      ...decision,
      state,
      action: sameMove(decision.action),
      judgements: decision.judgements.map((judgement) => ({ ...judgement, best: sameMove(judgement.best) })),
    }));
    return { ...moments[at], decisions, state, event, seat: actor(state, event) };
  });
  return { record, objectives, players, moments: told };
}

const PLAIN = { ask: ASK_GIFT, decline: DECLINE_GIFT, stop: STOP };

/** The engine's own object of a move, which a message has copied. @param {Action} action */
const sameMove = (action) => (action.type === "roll" ? roll(action.keep) : action.type === "score" ? score(action.dice) : PLAIN[action.type]);
