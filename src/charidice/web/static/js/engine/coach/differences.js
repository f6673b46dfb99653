/** What hints and reviews compare moves by. */

import { COLOUR_BONUS, KINDS } from "../scoring.js";

/** @import { Kind } from "../scoring.js" */

/** Chances of victory closer than this count as equal. */
export const SAME_VICTORY = 0.0005;
/** The largest error of a bounded chance of victory. */
export const ERROR_BOUND = 0.0005;
/** The kinds that bring a bonus. @type {readonly Kind[]} */
export const WITH_BONUS = Object.values(KINDS).filter((kind) => kind === KINDS.SAME_NUMBER || COLOUR_BONUS[kind]);
