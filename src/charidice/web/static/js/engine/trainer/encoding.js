/** Actions as indices, the same as charidice.encoding has in Python: for messages and files. */

import { SETS } from "../dice.js";
import { ASK_GIFT, DECLINE_GIFT, roll, score, STOP } from "../moves.js";

/** @import { Action } from "../moves.js" */

const OTHERS = Object.freeze([ASK_GIFT, DECLINE_GIFT, STOP]);

/** @param {Action} action */
export function encode(action) {
  if (action.type === "roll") return action.keep;
  if (action.type === "score") return SETS + action.dice;
  return 2 * SETS + OTHERS.findIndex(({ type }) => type === action.type);
}

/** @param {number} index @returns {Action} */
export const decode = (index) => (index < SETS ? roll(index) : index < 2 * SETS ? score(index - SETS) : OTHERS[index - 2 * SETS]);
