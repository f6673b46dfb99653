/**
 * The steps of a turn, each over all rolls or all sets of kept dice.
 *
 * Expectation: from few dice to be rolled to many, each set of kept dice is the mean of the six in which one more die has
 * landed. Best keep: from many to few, each is the maximum of itself and of those with one more die to be rolled.
 *
 * `single` rounds every sum as Python does where its tables are of single precision, so that equal moves stay equal.
 */

import { DICE } from "../dice.js";
import { NUMBERS } from "./orbits.js";

/** @import { Orbits } from "./orbits.js" */
/** @import { Outcomes } from "./outcomes.js" */

/** In place of a row of kept dice: the dice on the table are scored. */
export const SCORES = -1;
const { fround } = Math;
const SIXTH = 1 / NUMBERS;
const SINGLE_SIXTH = fround(SIXTH);

/** By orbit of rolls: the utility of the best outcome, from that of every outcome. @param {Outcomes} outcomes @param {Float64Array} utility */
export function best(outcomes, utility) {
  const { starts, choices, rollClass } = outcomes;
  const ofClass = new Float64Array(starts.length - 1);
  for (let at = 0; at < ofClass.length; at += 1) {
    const end = starts[at + 1];
    let most = utility[choices[starts[at]]];
    for (let choice = starts[at] + 1; choice < end; choice += 1) {
      const value = utility[choices[choice]];
      if (value > most) most = value;
    }
    ofClass[at] = most;
  }
  return spread(ofClass, rollClass);
}

/** By orbit of rolls: the value of its class. @param {Float64Array} values @param {Int32Array} which */
export function spread(values, which) {
  const found = new Float64Array(which.length);
  for (let orbit = 0; orbit < found.length; orbit += 1) found[orbit] = values[which[orbit]];
  return found;
}

/** From the value of every roll, the expected value of every set of kept dice. @param {Orbits} orbits @param {Float64Array} values @param {boolean} single */
export function expectation(orbits, values, single) {
  const after = new Float64Array(orbits.rows);
  const mean = single ? singleMeans : means;
  mean(orbits.landing, values, after, 0, orbits.severalFrom);
  mean(orbits.landing, after, after, orbits.severalFrom, orbits.rows);
  return after;
}

/** @param {Int32Array} landing @param {Float64Array} from @param {Float64Array} to @param {number} start @param {number} end */
function means(landing, from, to, start, end) {
  for (let row = start, at = NUMBERS * start; row < end; row += 1, at += NUMBERS) {
    to[row] =
      (from[landing[at]] + from[landing[at + 1]] + from[landing[at + 2]] + from[landing[at + 3]] + from[landing[at + 4]] + from[landing[at + 5]]) *
      SIXTH;
  }
}

/** @param {Int32Array} landing @param {Float64Array} from @param {Float64Array} to @param {number} start @param {number} end */
function singleMeans(landing, from, to, start, end) {
  for (let row = start, at = NUMBERS * start; row < end; row += 1, at += NUMBERS) {
    let sum = fround(from[landing[at]] + from[landing[at + 1]]);
    sum = fround(sum + from[landing[at + 2]]);
    sum = fround(sum + from[landing[at + 3]]);
    sum = fround(sum + from[landing[at + 4]]);
    sum = fround(sum + from[landing[at + 5]]);
    to[row] = fround(sum * SINGLE_SIXTH);
  }
}

/** From the value of every set of kept dice and of scoring every roll, the value of every roll. @param {Orbits} orbits @param {Float64Array} after @param {Float64Array} score */
export function bestKept(orbits, after, score) {
  const better = after.slice();
  mostOfFurther(orbits, better);
  const rolled = score.slice();
  const { ofSingles } = orbits;
  for (let orbit = 0, at = 0; orbit < rolled.length; orbit += 1) {
    let most = rolled[orbit];
    for (const end = at + DICE; at < end; at += 1) {
      const value = better[ofSingles[at]];
      if (value > most) most = value;
    }
    rolled[orbit] = most;
  }
  return rolled;
}

/** Each row becomes the maximum of itself and of all with more dice to be rolled. @param {Orbits} orbits @param {Float64Array} rows */
function mostOfFurther({ further, furtherStarts }, rows) {
  for (let row = rows.length - 1, at = further.length - 1; row >= 0; row -= 1) {
    let most = rows[row];
    for (const start = furtherStarts[row]; at >= start; at -= 1) {
      const value = rows[further[at]];
      if (value > most) most = value;
    }
    rows[row] = most;
  }
}

/** The mean over all rolls. @param {Orbits} orbits @param {Float64Array} values */
export function mean({ shares }, values) {
  let sum = 0;
  for (let orbit = 0; orbit < shares.length; orbit += 1) sum += shares[orbit] * values[orbit];
  return sum;
}

/**
 * By orbit of rolls: the row of the best set of kept dice, or SCORES if none is better than scoring.
 *
 * Among those that are equal to ten digits, as few dice as possible are kept.
 * @param {Orbits} orbits @param {Float64Array} after @param {Float64Array} score
 */
export function bestRows(orbits, after, score) {
  // The last digits of a value tell its row, so one maximum finds both; the fewer dice are kept, the higher the row.
  const keys = after.slice();
  const digits = 2 ** (32 - Math.clz32(keys.length)) - 1;
  const halves = new Int32Array(keys.buffer);
  for (let row = 0, at = LOW_HALF; row < keys.length; row += 1, at += 2) {
    // Of negative numbers the one with lower digits is greater.
    halves[at] = (halves[at] & ~digits) | (halves[at ^ 1] < 0 ? digits - row : row);
  }
  mostOfFurther(orbits, keys);
  const { ofSingles } = orbits;
  const found = new Int32Array(score.length);
  for (let orbit = 0, at = 0; orbit < found.length; orbit += 1) {
    let most = ofSingles[at];
    for (const end = at + DICE; at < end; at += 1) if (keys[ofSingles[at]] > keys[most]) most = ofSingles[at];
    const half = 2 * most + LOW_HALF;
    const row = halves[half ^ 1] < 0 ? digits - (halves[half] & digits) : halves[half] & digits;
    found[orbit] = after[row] > score[orbit] ? row : SCORES;
  }
  return found;
}

// Which half of a float comes first in memory.
const LOW_HALF = new Uint8Array(Float64Array.of(1).buffer)[7] ? 0 : 1;
