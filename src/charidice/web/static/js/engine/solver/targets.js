/**
 * The maximal probability of scoring at least some total in a number of turns.
 *
 * A dynamic programme of one agent, whose state before a turn is the turns left and the points still needed. More points
 * are never worse, so only the best sum of each roll counts. Values are computed on demand.
 */

import { outcomes } from "./outcomes.js";
import { byDice } from "./recent.js";
import { best, bestKept, expectation, mean, spread } from "./sweeps.js";

/** @import { Outcomes } from "./outcomes.js" */

const { fround } = Math;

/** The probabilities for one dice set, by turns left and by points needed. */
export class Chances {
  /** @type {Float64Array[]} NaN where not computed yet. */
  #levels = [];

  /** @param {Outcomes} found */
  constructor(found) {
    this.orbits = found.orbits;
    const ofRoll = best(found, Float64Array.from(found.total));
    /** The best sums of all rolls, ascending. */
    this.totals = Int32Array.from(new Set(ofRoll)).sort();
    const place = new Map(Array.from(this.totals, (total, at) => [total, at]));
    /** By orbit of rolls: the place of its best sum. */
    this.which = Int32Array.from(ofRoll, (total) => Number(place.get(total)));
    this.most = this.totals[this.totals.length - 1];
  }

  /** The probability of scoring at least the needed points; negative ones count as 0. @param {number} turns @param {number} needed @returns {number} */
  of(turns, needed) {
    while (this.#levels.length <= turns) {
      // By points needed, from 0 to one more than possible.
      const level = new Float64Array(this.most * this.#levels.length + 2).fill(NaN);
      level[0] = 1;
      level[level.length - 1] = 0;
      this.#levels.push(level);
    }
    const level = this.#levels[turns];
    const place = Math.min(Math.max(needed, 0), level.length - 1);
    if (Number.isNaN(level[place])) level[place] = this.#solved(turns, place);
    return level[place];
  }

  /** @param {number} turns @param {number} needed */
  #solved(turns, needed) {
    const [least, most] = [this.totals[0], this.most].map((total) => this.of(turns - 1, needed - total));
    // The probability rises with the sum; where it is constant, there is nothing to solve.
    if (least === most) return least;
    const after = Float64Array.from(this.totals, (total) => fround(this.of(turns - 1, needed - total)));
    const score = spread(after, this.which);
    let rolled = score;
    for (let rolls = 0; rolls < 2; rolls += 1) rolled = bestKept(this.orbits, expectation(this.orbits, rolled, true), score);
    return mean(this.orbits, rolled);
  }
}

/** Shared by all targets of a dice set. */
export const targetChances = byDice((diceSet, freeGiving) => new Chances(outcomes(diceSet, freeGiving)));
