/** The actions by their index, as in charidice.encoding. */

import { ASK_GIFT, DECLINE_GIFT, roll, score, STOP } from "../../../src/charidice/web/static/js/engine/moves.js";

/** @import { Action } from "../../../src/charidice/web/static/js/engine/moves.js" */

const SETS = [...Array(64).keys()];
/** @type {Action[]} */
export const ACTIONS = [...SETS.map(roll), ...SETS.map(score), ASK_GIFT, DECLINE_GIFT, STOP];

/** @param {Action} action */
export const indexOf = (action) => ACTIONS.indexOf(action);
