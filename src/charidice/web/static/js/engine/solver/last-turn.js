/**
 * The chance to win in the last turn, estimated from a few small tables.
 *
 * Before the last turn only thresholds matter to the active player: the gift that wins the charity bonus, and the totals
 * needed with a smaller gift and with that gift. The tables hold the best chance with smaller gifts only, with larger gifts
 * only, and the combination of such chances in a turn that can aim at both.
 */

import { CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS } from "../ruleset.js";
import { CannotLoad } from "./npz.js";

/** @import { NpyArray } from "./npz.js" */

/** The lowest needed total in the tables. */
const LEAST = -32;
/** By how much the best of the others is ahead of the recipient; a larger gift makes the recipient the one to beat. */
const SLACKS = [0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 200];
const MOST_SLACK = SLACKS[SLACKS.length - 1];
/** The largest difference between the gift limits of the charity bonus and of the greater one, plus 1. */
const STEPS = 21;
const NOBODY = -1000;
/** The resolution of inverted tables. */
const CHANCES = 512;

/** Estimates positions by the tables of a dice set. */
export class LastTurn {
  /** The chances of the player in the last turn, by the last `outlook`: the best, with a gift too small for the charity
   * bonus, with one that wins it, with one that wins the greater one, and the best if a tie wins it too. */
  chances = new Float64Array(5);
  /** The smallest gift that wins the charity bonus. */
  limit = 0;

  /** @param {Map<string, NpyArray>} stored */
  constructor(stored) {
    const [smaller, larger, either, rising] = ["smaller", "larger", "either", "rising"].map((name) => {
      const table = stored.get(name);
      if (!(table?.data instanceof Float32Array)) throw new CannotLoad(`last-turn, ${name}`);
      return { shape: table.shape, data: table.data };
    });
    this.limits = smaller.shape[1];
    this.totals = smaller.shape[2];
    const half = smaller.data.length / 2;
    /** By factor of the gift: by limit, total and slack. */
    this.smaller = [smaller.data.subarray(0, half), smaller.data.subarray(half)];
    this.larger = [larger.data.subarray(0, half), larger.data.subarray(half)];
    this.either = either.data;
    this.rising = rising.data;
    /** The totals needed in the other two tables. */
    const [, rows, columns] = either.shape;
    this.rows = rows;
    this.columns = columns;
    /** By limit and chance: the place with that chance. */
    this.ofSmaller = inverse(this.limits, rows, (limit, row) => either.data[(limit * rows + row) * columns + columns - 1]);
    this.ofLarger = inverse(this.limits, columns, (limit, column) => either.data[(limit * rows + rows - 1) * columns + column]);
    this.slack = Int32Array.from({ length: MOST_SLACK + 1 }, (_, slack) => Math.min(SLACKS.filter((edge) => edge <= slack).length - 1, SLACKS.length - 2));
    // Beyond the last slack but one nothing changes.
    this.between = Float32Array.from(this.slack, (first, slack) => Math.min((slack - SLACKS[first]) / Math.min(SLACKS[first + 1] - SLACKS[first], 20), 1));
  }

  /**
   * Sets `chances` and `limit` for the seat that moves last; the gift of this turn counts `factor` times.
   * @param {ArrayLike<number>} points by seat @param {ArrayLike<number>} given @param {number} seats @param {number} seat @param {number} factor
   */
  outlook(points, given, seats, seat, factor) {
    const [own, ownGiven, recipient] = [points[seat], given[seat], (seat + 1) % seats];
    let most = -1;
    for (let other = 0; other < seats; other += 1) if (other !== seat) most = Math.max(most, given[other]);
    const [gap, toGreater] = [most - ownGiven, GREAT_CHARITY_ABOVE - ownGiven];
    const bonus = most > GREAT_CHARITY_ABOVE ? GREAT_CHARITY_BONUS : CHARITY_BONUS;
    let [byOthers, heldByOthers] = [NOBODY, NOBODY];
    for (let other = 0; other < seats; other += 1) {
      if (other === seat || other === recipient) continue;
      const behind = points[other] - own;
      byOthers = Math.max(byOthers, behind);
      heldByOthers = Math.max(heldByOthers, behind + (given[other] === most ? bonus : 0));
    }
    const byRecipient = points[recipient] - own;
    const heldByRecipient = byRecipient + (given[recipient] === most ? bonus : 0);
    const last = this.limits - 1;
    const toTie = Math.min(Math.max(Math.ceil(gap / factor), 0), last);
    const toWin = Math.max(Math.floor(gap / factor) + 1, 0);
    const isGreat = toWin * factor > toGreater;
    const won = isGreat ? GREAT_CHARITY_BONUS : CHARITY_BONUS;
    const limit = Math.min(toWin, last);
    const great = Math.min(Math.max(Math.floor(toGreater / factor) + 1, toWin), last);
    const [smaller, larger] = [this.smaller[factor - 1], this.larger[factor - 1]];
    const low = this.#alone(smaller, limit, heldByOthers, heldByRecipient);
    const high = this.#alone(larger, limit, byOthers - won, byRecipient - won + factor * limit);
    const greater = this.#alone(larger, great, byOthers - GREAT_CHARITY_BONUS, byRecipient - GREAT_CHARITY_BONUS + factor * great);
    let both = Math.max(high, greater);
    if (!isGreat && byOthers >= byRecipient + factor * great - 3) both = Math.max(both, this.#risen(limit, great, high));
    const alone = this.#added(limit, low, both);
    let tied = alone;
    if (gap >= 0 && gap % factor === 0) {
      const tie = this.#alone(larger, toTie, heldByOthers - bonus, heldByRecipient - bonus + factor * toTie);
      tied = this.#added(toTie, this.#alone(smaller, toTie, heldByOthers, heldByRecipient), tie);
    }
    const { chances } = this;
    chances[0] = Math.max(alone, tied);
    chances[1] = low;
    chances[2] = high;
    chances[3] = greater;
    chances[4] = tied;
    this.limit = limit;
  }

  /** The chance of reaching these totals; a tie counts half. @param {Float32Array} table @param {number} limit @param {number} others @param {number} recipient */
  #alone(table, limit, others, recipient) {
    const needed = Math.max(others, recipient);
    const slack = Math.min(needed - recipient, MOST_SLACK);
    const [first, share] = [this.slack[slack], this.between[slack]];
    const end = this.totals - 1;
    const least = Math.min(Math.max(needed - LEAST, 0), end);
    const more = Math.min(least + 1, end);
    const at = (limit * this.totals + least) * SLACKS.length + first;
    const next = (limit * this.totals + more) * SLACKS.length + first;
    const chance = table[at] + table[next];
    return 0.5 * (chance + share * (table[at + 1] + table[next + 1] - chance));
  }

  /** The chance of a turn that can aim at a smaller or at a larger gift. @param {number} limit @param {number} smaller @param {number} larger */
  #added(limit, smaller, larger) {
    const { either, rows, columns } = this;
    const [down, right] = [lookedUp(this.ofSmaller, limit, smaller), lookedUp(this.ofLarger, limit, larger)];
    const [row, column] = [Math.min(Math.floor(down), rows - 2), Math.min(Math.floor(right), columns - 2)];
    const [under, beside] = [down - row, right - column];
    const at = (limit * rows + row) * columns + column;
    const above = either[at] * (1 - beside) + either[at + 1] * beside;
    const below = either[at + columns] * (1 - beside) + either[at + columns + 1] * beside;
    return above + under * (below - above);
  }

  /** The chance with a larger gift, if the second limit saves points. @param {number} limit @param {number} great @param {number} larger */
  #risen(limit, great, larger) {
    const right = lookedUp(this.ofLarger, limit, larger);
    const column = Math.min(Math.floor(right), this.columns - 2);
    const beside = right - column;
    const at = (limit * STEPS + Math.min(great - limit, STEPS - 1)) * this.columns + column;
    return this.rising[at] * (1 - beside) + this.rising[at + 1] * beside;
  }
}

/** By limit and chance: the interpolated place with that chance, as NumPy's `interp` finds it.
 * @param {number} limits @param {number} length @param {(limit: number, place: number) => number} chanceAt falls with the place */
function inverse(limits, length, chanceAt) {
  const found = new Float32Array(limits * (CHANCES + 1));
  for (let limit = 0; limit < limits; limit += 1) {
    const row = Float64Array.from({ length }, (_, place) => chanceAt(limit, place));
    let below = length - 1;
    for (let at = 0; at <= CHANCES; at += 1) {
      const chance = at / CHANCES;
      // The last place with at least this chance.
      while (below >= 0 && row[below] < chance) below -= 1;
      let place = below;
      if (!row[0] || below === length - 1) place = length - 1;
      else if (below < 0) place = 0;
      else if (row[below] !== chance) place = below + (row[below] - chance) / (row[below] - row[below + 1]);
      found[limit * (CHANCES + 1) + at] = place;
    }
  }
  return found;
}

/** @param {Float32Array} inverted @param {number} limit @param {number} chance */
function lookedUp(inverted, limit, chance) {
  const place = Math.min(chance, 1) * CHANCES;
  const at = Math.min(Math.floor(place), CHANCES - 1);
  const share = place - at;
  const start = limit * (CHANCES + 1) + at;
  return inverted[start] * (1 - share) + inverted[start + 1] * share;
}
