/** Turns for a sheet of which only the sums are known: boxes that the rules allow, with this total and this sum of gifts. */

import { possibleScores } from "../pad/possible.js";

/** @import { PossibleScore } from "../pad/possible.js" */

/** The boxes of a turn: points, bonus, given. @typedef {readonly [points: number, bonus: number, given: number]} Boxes */

// Sums inside the limits are found at once; close to a limit some have no turns at all, and the search for them ends here.
const MOST_TRIES = 300;

/** The scores of one rule, by sum and gift, and the limits of the sums of several turns. */
class Scores {
  /** By number of turns and by gift: the least and the most points and bonus. @type {{ least: Float64Array, most: Float64Array }[]} */
  #limits = [{ least: Float64Array.of(0), most: Float64Array.of(0) }];

  /** @param {readonly PossibleScore[]} scores */
  constructor(scores) {
    /** @type {Map<string, Boxes>} */
    this.boxes = new Map();
    for (const [points, bonus, given] of scores) this.boxes.set(`${points + bonus} ${given}`, [points, bonus, given]);
    /** The distinct sums and gifts. @type {readonly (readonly [total: number, given: number])[]} */
    this.pairs = [...this.boxes.values()].map(([points, bonus, given]) => [points + bonus, given]);
    this.mostGiven = Math.max(...this.pairs.map(([, given]) => given));
  }

  /** @param {number} turns */
  limits(turns) {
    while (this.#limits.length <= turns) {
      const before = this.#limits[this.#limits.length - 1];
      const size = before.least.length + this.mostGiven;
      const [least, most] = [new Float64Array(size).fill(Infinity), new Float64Array(size).fill(-Infinity)];
      for (const [total, given] of this.pairs) {
        for (let sum = 0; sum < before.least.length; sum += 1) {
          least[sum + given] = Math.min(least[sum + given], before.least[sum] + total);
          most[sum + given] = Math.max(most[sum + given], before.most[sum] + total);
        }
      }
      this.#limits.push({ least, most });
    }
    return this.#limits[turns];
  }

  /** @param {number} turns @param {number} total @param {number} given */
  mayBe(turns, total, given) {
    const { least, most } = this.limits(turns);
    return given >= 0 && given < least.length && total >= least[given] && total <= most[given];
  }
}

/** @type {Map<boolean, Scores>} */
const known = new Map();

/** @param {boolean} freeGiving */
function scoresOf(freeGiving) {
  const found = known.get(freeGiving) ?? new Scores(possibleScores(freeGiving));
  known.set(freeGiving, found);
  return found;
}

/** The least and the most points and bonus of some turns that give this much; Infinity and -Infinity if none do. @param {number} turns @param {number} given @param {boolean} freeGiving */
export function totalsWith(turns, given, freeGiving) {
  const { least, most } = scoresOf(freeGiving).limits(turns);
  return { least: least[given] ?? Infinity, most: most[given] ?? -Infinity };
}

/** The most that some turns can give, the greatest of gifts aside. @param {number} turns @param {boolean} freeGiving */
export const mostGiven = (turns, freeGiving) => scoresOf(freeGiving).limits(turns).least.length - 1;

/**
 * Turns with these sums that the rules allow; null if there are none. As many as possible of those before stay as they are.
 * @param {readonly Boxes[]} before @param {number} turns @param {number} total points and bonus @param {number} given @param {boolean} freeGiving
 * @returns {readonly Boxes[] | null}
 */
export function turnsWith(before, turns, total, given, freeGiving) {
  const sumOf = (/** @type {readonly Boxes[]} */ boxes) => boxes.reduce(([points, gifts], [one, bonus, gift]) => [points + one + bonus, gifts + gift], [0, 0]);
  for (let kept = Math.min(before.length, turns); kept >= 0; kept -= 1) {
    const first = before.slice(0, kept);
    const [points, gifts] = sumOf(first);
    const others = found(scoresOf(freeGiving), turns - kept, total - points, given - gifts);
    if (others) return [...first, ...others];
  }
  return null;
}

/** @param {Scores} scores @param {number} turns @param {number} total @param {number} given @returns {Boxes[] | null} */
function found(scores, turns, total, given) {
  let tries = 0;
  /** @type {Set<string>} */
  const failed = new Set();
  /** @param {number} left @param {number} sum @param {number} gifts @returns {Boxes[] | null} */
  const search = (left, sum, gifts) => {
    if (!left) return sum || gifts ? null : [];
    if (!scores.mayBe(left, sum, gifts)) return null;
    if (left === 1) {
      const boxes = scores.boxes.get(`${sum} ${gifts}`);
      return boxes ? [boxes] : null;
    }
    const key = `${left} ${sum} ${gifts}`;
    if (failed.has(key) || (tries += 1) > MOST_TRIES) return null;
    // The most even turns first.
    const far = (/** @type {readonly [number, number]} */ [one, gift]) => Math.abs(one - sum / left) + 2 * Math.abs(gift - gifts / left);
    const near = scores.pairs.filter(([one, gift]) => scores.mayBe(left - 1, sum - one, gifts - gift)).sort((one, other) => far(one) - far(other));
    for (const [one, gift] of near) {
      const others = search(left - 1, sum - one, gifts - gift);
      if (others) return [.../** @type {Boxes[]} */ ([scores.boxes.get(`${one} ${gift}`)]), ...others];
    }
    failed.add(key);
    return null;
  };
  return search(turns, total, given);
}
