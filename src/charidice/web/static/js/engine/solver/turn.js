/**
 * The exact value of a turn for any utility of its outcomes, by dynamic programming.
 *
 * Every die has seven states, its six numbers or "to be rolled". Two expectations and two best keeps solve a turn. They are
 * computed on demand, from the last roll back to the first, because late in a turn only few are needed.
 */

import { KEEPS } from "../moves.js";
import { ROLLS } from "../ruleset.js";
import { keptRow } from "./orbits.js";
import { best, bestKept, bestRows, expectation, mean, SCORES, spread } from "./sweeps.js";

/** @import { Outcomes } from "./outcomes.js" */

/**
 * All decisions of a turn, either after the recipient has asked or before.
 *
 * Values lie in columns: by outcome, by orbit of rolls, or by row of kept dice. In a constant-sum game there is one column,
 * the active player's, which the recipient minimises.
 */
export class TurnBranch {
  /** @type {Map<string, any>} */
  #known = new Map();

  /**
   * @param {Outcomes} outcomes
   * @param {Float64Array[]} utility of each outcome, by column
   * @param {{ asked?: TurnBranch | null, lateAsking?: boolean, single?: boolean }} [options] `asked` is the other branch, if
   *   the recipient may still ask, which the active player anticipates; `single` rounds to single precision
   */
  constructor(outcomes, utility, { asked = null, lateAsking = false, single = false } = {}) {
    this.outcomes = outcomes;
    this.orbits = outcomes.orbits;
    this.utility = utility;
    this.asked = asked;
    this.lateAsking = lateAsking;
    this.single = single;
  }

  /** What has been computed before, or is now. @template T @param {string} name @param {() => T} compute @returns {T} */
  once(name, compute) {
    if (!this.#known.has(name)) this.#known.set(name, compute());
    return this.#known.get(name);
  }

  /** By orbit of rolls: the value of the best outcome, which is the value after roll 3. @param {number} [column] @returns {Float64Array} */
  score(column = 0) {
    return this.once(`score ${column}`, () => this.scoreOf(column));
  }

  /** The same before the last roll, where the recipient may still ask by house rule 8.2. @param {number} [column] @returns {Float64Array} */
  early(column = 0) {
    return this.lateAsking ? this.#answered(ROLLS, column) : this.score(column);
  }

  /** By row, after roll 1 or 2: the value of every set of kept dice. @param {number} rolls @param {number} [column] @returns {Float64Array} */
  after(rolls, column = 0) {
    return this.once(`after ${rolls} ${column}`, () => {
      const values = rolls === ROLLS - 1 ? this.score(column) : this.#answered(rolls + 1, column);
      return expectation(this.orbits, values, this.single);
    });
  }

  /** By orbit of rolls, after so many: the value before the active player decides. @param {number} rolls @param {number} [column] @returns {Float64Array} */
  rolled(rolls, column = 0) {
    if (rolls === ROLLS) return this.score(column);
    return this.once(`rolled ${rolls} ${column}`, () => this.decided(rolls, column));
  }

  /** The value before the first roll. @param {number} [column] @returns {number} */
  start(column = 0) {
    return this.once(`start ${column}`, () => mean(this.orbits, this.#answered(1, column)));
  }

  /** By orbit of final rolls: the outcome that is scored. @returns {Int32Array} */
  scored() {
    return this.once("scored", () => chosen(this.outcomes, this.utility[0]));
  }

  /** By orbit of rolls, after roll 1 or 2: the row of the best keep, or SCORES. @param {number} rolls @returns {Int32Array} */
  policy(rolls) {
    return this.once(`policy ${rolls}`, () => bestRows(this.orbits, this.after(rolls), this.early()));
  }

  /** By orbit of rolls, after so many: whether the recipient asks; after the last, by house rule 8.2. @param {number} rolls @returns {Uint8Array} */
  asks(rolls) {
    return this.once(`asks ${rolls}`, () => this.asksOf(rolls));
  }

  /** After roll 1 or 2: the value of each reroll, in the order of KEEPS. @param {number} rolls @param {readonly number[]} numbers */
  keeps(rolls, numbers) {
    const after = this.after(rolls);
    return Float64Array.from(KEEPS, (keep) => after[keptRow(this.orbits, numbers, keep)]);
  }

  /** @param {number} column */
  scoreOf(column) {
    return best(this.outcomes, this.utility[column]);
  }

  /** @param {number} rolls @param {number} column */
  decided(rolls, column) {
    return bestKept(this.orbits, this.after(rolls, column), this.early(column));
  }

  /** @param {number} rolls @returns {Uint8Array} */
  asksOf(rolls) {
    return asksWhere(this.#other.rolled(rolls), this.rolled(rolls));
  }

  get #other() {
    if (!this.asked) throw new Error("solved for a recipient who cannot ask");
    return this.asked;
  }

  /** By orbit of rolls, after so many: the value before the recipient asks or not. @param {number} rolls @param {number} column @returns {Float64Array} */
  #answered(rolls, column) {
    const values = this.rolled(rolls, column);
    const other = this.asked?.rolled(rolls, column);
    if (!other) return values;
    return this.once(`answered ${rolls} ${column}`, () => {
      const asks = this.asks(rolls);
      const found = values.slice();
      for (let orbit = 0; orbit < found.length; orbit += 1) if (asks[orbit]) found[orbit] = other[orbit];
      return found;
    });
  }
}

/**
 * A turn solved for every seat: active player and recipient each decide by their own value.
 *
 * The columns are the seats in the order of play, the active player's first, and the gift.
 */
export class SeatBranch extends TurnBranch {
  /** @type {TurnBranch | null} The branch by which both decide, if not by this one. */
  decider = null;

  /** @override @returns {Int32Array} */
  scored() {
    return this.decider ? this.decider.scored() : super.scored();
  }

  /** @override @param {number} rolls @returns {Int32Array} */
  policy(rolls) {
    return this.decider ? this.decider.policy(rolls) : super.policy(rolls);
  }

  /** @override @param {number} column */
  scoreOf(column) {
    return spread(this.utility[column], this.scored());
  }

  /** @override @param {number} rolls @param {number} column */
  decided(rolls, column) {
    const [rows, after, early] = [this.policy(rolls), this.after(rolls, column), this.early(column)];
    const found = new Float64Array(rows.length);
    for (let orbit = 0; orbit < found.length; orbit += 1) {
      const row = rows[orbit];
      found[orbit] = row === SCORES ? early[orbit] : after[row];
    }
    return found;
  }

  /** @override @param {number} rolls @returns {Uint8Array} */
  asksOf(rolls) {
    if (this.decider) return this.decider.asks(rolls);
    if (!this.asked) throw new Error("solved for a recipient who cannot ask");
    return asksWhere(this.rolled(rolls, 1), this.asked.rolled(rolls, 1));
  }
}

/** Where one value is less than the other. @param {Float64Array} less @param {Float64Array} more */
function asksWhere(less, more) {
  const asks = new Uint8Array(less.length);
  for (let orbit = 0; orbit < asks.length; orbit += 1) asks[orbit] = Number(less[orbit] < more[orbit]);
  return asks;
}

/** A solved turn: the branch before the recipient asks, and the one after, if they can.
 * @typedef {{ plain: TurnBranch, asked: TurnBranch | null }} TurnValues */

/** The branch after the recipient has asked, or not; the same if that makes no difference. @param {TurnValues} values @param {boolean} asked */
export const branchOf = ({ plain, asked: other }, asked) => (asked && other ? other : plain);

/**
 * Solves a turn of a constant-sum game. With `asked`, the utility of each outcome with a doubled gift, the recipient may
 * ask after roll 1 and after roll 2, and the active player anticipates it.
 * @param {Outcomes} outcomes @param {Float64Array} plain @param {Float64Array | null} asked @param {{ lateAsking?: boolean, single?: boolean }} [options]
 * @returns {TurnValues}
 */
export function solveTurn(outcomes, plain, asked = null, options = {}) {
  const other = asked && new TurnBranch(outcomes, [asked], options);
  return { plain: new TurnBranch(outcomes, [plain], { ...options, asked: other }), asked: other };
}

/**
 * Solves a turn for all seats; `plain` is the value of each outcome by seat in the order of play, `asked` with a doubled
 * gift. Without `asked` nobody will ask, or it makes no difference but for the gift. With `decider`, both decide as there.
 * @param {Outcomes} outcomes @param {Float64Array[]} plain @param {Float64Array[] | null} asked @param {boolean} lateAsking
 * @param {TurnValues | null} [decider] @returns {TurnValues}
 */
export function solveForSeats(outcomes, plain, asked, lateAsking, decider = null) {
  /** @param {boolean} isAsked @param {Float64Array[]} leaf @param {TurnBranch | null} other */
  const branch = (isAsked, leaf, other) => {
    const gift = Float64Array.from(outcomes.gift, (value) => (isAsked ? 2 * value : value));
    const found = new SeatBranch(outcomes, [...leaf, gift], { asked: other, lateAsking });
    found.decider = decider && branchOf(decider, isAsked);
    return found;
  };
  const doubled = branch(true, asked ?? plain, null);
  return { plain: branch(false, plain, asked && doubled), asked: doubled };
}

/** By orbit of rolls: the best outcome; ties go to the smallest gift. @param {Outcomes} outcomes @param {Float64Array} utility */
function chosen(outcomes, utility) {
  const { gift } = outcomes;
  const order = Int32Array.from(utility.keys()).sort((one, other) => utility[one] - utility[other] || gift[other] - gift[one] || one - other);
  const rank = new Float64Array(order.length);
  order.forEach((outcome, at) => (rank[outcome] = at));
  const found = new Int32Array(outcomes.rollClass.length);
  best(outcomes, rank).forEach((at, orbit) => (found[orbit] = order[at]));
  return found;
}
