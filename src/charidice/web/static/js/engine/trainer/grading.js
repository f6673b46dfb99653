/** Grades an answer to an exercise. */

import { encode } from "./encoding.js";
import { analysed, bestOf, ideasOf, lossOf } from "./themes.js";
import { HAIR, worth } from "./worth.js";

/** @import { Action } from "../moves.js" */
/** @import { Tables } from "../solver/files.js" */
/** @import { GameNode } from "../strict.js" */
/** @import { Idea, Theme } from "./names.js" */

/**
 * @typedef {object} Graded
 * @property {number} loss  In chance of victory.
 * @property {number} worth  Between 0 and 1; 1 is right.
 * @property {boolean} isRight
 * @property {Idea | null} idea  Of the answer; many moves follow none.
 * @property {number[]} right  All right answers as indices, the best first.
 */

/** @param {GameNode} node @param {Action} action @param {{theme: Theme | null, margin: number}} exercise @param {Tables} tables @returns {Graded} */
export function graded(node, action, { theme, margin }, tables) {
  const a = analysed(node, tables);
  // The same action may be another object.
  const index = encode(action);
  const own = [...a.victory.keys()].find((each) => encode(each) === index);
  if (!own) throw new Error(`not a move here: ${index}`);
  const [best, loss] = [bestOf(a), lossOf(a, own)];
  const right = [...a.victory].filter(([, value]) => best - value <= HAIR).sort(([, one], [, other]) => other - one);
  return { loss, worth: worth(loss, margin), isRight: loss <= HAIR, idea: (theme && ideasOf(theme, a).get(own)) ?? null, right: right.map(([each]) => encode(each)) };
}
