/** Turns for a sheet of which only the sums are known: boxes that the rules allow, with this total and this sum of gifts. */

import { possibleScores } from "../pad/possible.js";

/** @import { PossibleScore } from "../pad/possible.js" */

/** The boxes of a turn: points, bonus, given. @typedef {readonly [points: number, bonus: number, given: number]} Boxes */

// Sums inside the limits are found at once; close to a limit some have no turns at all, and the search for them ends here.
const MOST_TRIES = 100;

/** What turns can be: how many, and whether the gift of one of them may have been doubled. @typedef {{turns: number, doubled: boolean, freeGiving: boolean}} Turns */
/** By gift: the least and the most points and bonus. @typedef {{least: Float64Array, most: Float64Array}} Limits */

/** The scores of one rule by sum and gift, and the limits of the sums of several turns. */
class Scores {
  /** By number of turns: the limits without a doubled gift, and with one. @type {[Limits, Limits][]} */
  #limits = [[{ least: Float64Array.of(0), most: Float64Array.of(0) }, { least: Float64Array.of(0), most: Float64Array.of(0) }]];

  /** @param {readonly PossibleScore[]} scores */
  constructor(scores) {
    /** @type {Map<string, Boxes>} */
    this.boxes = new Map();
    for (const [points, bonus, given] of scores) this.boxes.set(`${points + bonus} ${given}`, [points, bonus, given]);
    /** The distinct sums and gifts. @type {readonly Pair[]} */
    this.pairs = [...this.boxes.values()].map(([points, bonus, given]) => [points + bonus, given]);
    this.mostGiven = Math.max(...this.pairs.map(([, given]) => given));
  }

  /** @param {number} turns @param {boolean} doubled */
  limits(turns, doubled) {
    while (this.#limits.length <= turns) {
      const [plain, other] = this.#limits[this.#limits.length - 1];
      this.#limits.push([this.#longer([[plain, 1]]), this.#longer([[plain, 1], [other, 1], [plain, 2]])]);
    }
    return this.#limits[turns][Number(doubled)];
  }

  /** The limits of one turn more, its gift times a factor. @param {[Limits, number][]} before */
  #longer(before) {
    const size = Math.max(...before.map(([{ least }, factor]) => least.length + factor * this.mostGiven));
    const [least, most] = [new Float64Array(size).fill(Infinity), new Float64Array(size).fill(-Infinity)];
    for (const [limits, factor] of before) {
      for (const [total, gift] of this.pairs) {
        const given = factor * gift;
        for (let sum = 0; sum < limits.least.length; sum += 1) {
          least[sum + given] = Math.min(least[sum + given], limits.least[sum] + total);
          most[sum + given] = Math.max(most[sum + given], limits.most[sum] + total);
        }
      }
    }
    return { least, most };
  }

  /** @param {number} turns @param {boolean} doubled @param {number} total @param {number} given */
  mayBe(turns, doubled, total, given) {
    const { least, most } = this.limits(turns, doubled);
    return given >= 0 && given < least.length && total >= least[given] && total <= most[given];
  }

  /** The boxes of one turn. @param {boolean} doubled @param {number} total @param {number} given @returns {Boxes | null} */
  turn(doubled, total, given) {
    const plain = this.boxes.get(`${total} ${given}`);
    if (plain) return plain;
    const half = doubled ? this.boxes.get(`${total} ${given / 2}`) : null;
    return half ? [half[0], half[1], given] : null;
  }
}

/** @typedef {readonly [total: number, given: number]} Pair */

/** @type {Map<boolean, Scores>} */
const known = new Map();

/** @param {boolean} freeGiving */
function scoresOf(freeGiving) {
  const found = known.get(freeGiving) ?? new Scores(possibleScores(freeGiving));
  known.set(freeGiving, found);
  return found;
}

/** The least and the most points and bonus of turns that give this much; Infinity and -Infinity if none do. @param {Turns} turns @param {number} given */
export function totalsWith({ turns, doubled, freeGiving }, given) {
  const { least, most } = scoresOf(freeGiving).limits(turns, doubled);
  return { least: least[given] ?? Infinity, most: most[given] ?? -Infinity };
}

/** The most that turns can give. @param {Turns} turns */
export const mostGiven = ({ turns, doubled, freeGiving }) => scoresOf(freeGiving).limits(turns, doubled).least.length - 1;

/**
 * Turns with these sums that the rules allow; null if there are none. As many as possible of those before stay as they are.
 * @param {readonly Boxes[]} before @param {Turns} turns @param {number} total points and bonus @param {number} given @returns {readonly Boxes[] | null}
 */
export function turnsWith(before, { turns, doubled, freeGiving }, total, given) {
  const scores = scoresOf(freeGiving);
  for (let kept = Math.min(before.length, turns); kept >= 0; kept -= 1) {
    const first = before.slice(0, kept);
    // A turn that no plain gift explains is the doubled one.
    const spent = first.some(([points, bonus, gift]) => !scores.turn(false, points + bonus, gift));
    const [points, gifts] = first.reduce(([sum, gave], [one, bonus, gift]) => [sum + one + bonus, gave + gift], [0, 0]);
    const others = found(scores, turns - kept, doubled && !spent, total - points, given - gifts);
    if (others) return [...first, ...others];
  }
  return null;
}

/** @param {Scores} scores @param {number} turns @param {boolean} mayDouble @param {number} total @param {number} given @returns {Boxes[] | null} */
function found(scores, turns, mayDouble, total, given) {
  let tries = 0;
  /** @type {Set<string>} */
  const failed = new Set();
  /** @param {number} left @param {boolean} doubled @param {number} sum @param {number} gifts @returns {Boxes[] | null} */
  const search = (left, doubled, sum, gifts) => {
    if (!left) return sum || gifts ? null : [];
    if (!scores.mayBe(left, doubled, sum, gifts)) return null;
    if (left === 1) {
      const boxes = scores.turn(doubled, sum, gifts);
      return boxes && [boxes];
    }
    const key = `${left} ${doubled} ${sum} ${gifts}`;
    if (failed.has(key) || (tries += 1) > MOST_TRIES) return null;
    // The most even turns first.
    const far = (/** @type {Pair} */ [one, gift]) => Math.abs(one - sum / left) + 2 * Math.abs(gift - gifts / left);
    for (const [one, gift] of [...scores.pairs].sort((first, second) => far(first) - far(second))) {
      for (const factor of doubled ? [1, 2] : [1]) {
        const others = search(left - 1, doubled && factor === 1, sum - one, gifts - factor * gift);
        const boxes = others && scores.boxes.get(`${one} ${gift}`);
        if (boxes) return [[boxes[0], boxes[1], factor * gift], ...others];
      }
    }
    failed.add(key);
    return null;
  };
  return search(turns, mayDouble, total, given);
}
