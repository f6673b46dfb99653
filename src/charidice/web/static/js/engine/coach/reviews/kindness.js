/** The price of kindness: how much more a player gave than by the best decision, and what that cost. */

import { optionsOf } from "../../state.js";

/** @import { Action } from "../../moves.js" */
/** @import { GameState } from "../../state.js" */
/** @import { Review } from "./review.js" */
/** @import { Decision } from "./walk.js" */

/** What the gift of a turn is worth on average; less than this hardly anybody calls kind. */
const LEAST_MORE = 8;

/** A score that gave more points than the best one, for a small loss. @typedef {{decision: Decision, more: number}} Kindness */

/** The score with which a seat gave the most more than by the best decision; null if none was worth telling. @param {Review} review @param {number} seat @returns {Kindness | null} */
export function kindest({ moments }, seat) {
  /** @type {Kindness | null} */
  let most = null;
  for (const decision of moments.flatMap(({ decisions }) => decisions)) {
    // A loss that is not small is a mistake, and no kindness.
    if (decision.seat !== seat || decision.grade !== "good") continue;
    const [gift, best] = [decision.action, decision.judgements[0].best].map((action) => giftOf(decision.state, action));
    if (gift === null || best === null || gift - best < LEAST_MORE) continue;
    if (!most || gift - best > most.more) most = { decision, more: gift - best };
  }
  return most;
}

/** Of a score, doubled where asked for. @param {GameState} state @param {Action} action */
function giftOf(state, action) {
  const option = action.type === "score" && optionsOf(state).find(({ dice }) => dice === action.dice);
  return option ? option.gift * (state.turn.asked ? 2 : 1) : null;
}
