/** The score sheet (clauses 4.2 and 9), the charity bonus and the result (clause 6). */

import { CHARITY_BONUS, checkRound, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, MOST_ROUNDS } from "./ruleset.js";

/**
 * One player's sheet, column by column: each column fills from the first round down.
 * @typedef {object} SheetColumns
 * @property {readonly number[]} points  Box 1: the numbers of the scored dice.
 * @property {readonly number[]} bonus  Box 2: the bonus for their kind.
 * @property {readonly number[]} received  Box 3: the gift of the seat to the right.
 * @property {readonly number[]} given  Box 4: the gift to the seat to the left.
 * @property {boolean} hasGift  The 2x box is not crossed off yet.
 * @typedef {Readonly<SheetColumns>} Sheet
 *
 * The sums of a sheet when the game is over; `given` is not part of the total.
 * @typedef {Readonly<{points: number, bonus: number, received: number, given: number, charity: number, total: number}>} Result
 *
 * The four boxes of one round; null is an empty box.
 * @typedef {Readonly<Record<"points" | "bonus" | "received" | "given", number | null>>} Row
 */

/** @type {readonly number[]} */
const NONE = Object.freeze([]);
/** @type {Sheet} */
export const EMPTY_SHEET = Object.freeze({ points: NONE, bonus: NONE, received: NONE, given: NONE, hasGift: true });

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((before, value) => before + value, 0);

/** The boxes of a round; rounds count from 1. @param {Sheet} sheet @param {number} round @returns {Row} */
export function rowOf({ points, bonus, received, given }, round) {
  checkRound(round, MOST_ROUNDS);
  /** @param {readonly number[]} column */
  const box = (column) => column[round - 1] ?? null;
  return { points: box(points), bonus: box(bonus), received: box(received), given: box(given) };
}

/** The sum of boxes 1, 2 and 3: the total without the charity bonus. @param {Sheet} sheet */
export const subtotal = ({ points, bonus, received }) => sum(points) + sum(bonus) + sum(received);

/** @param {Sheet} sheet */
export const totalGiven = ({ given }) => sum(given);

/** The charity bonus by seat, from the totals given; all seats that tie for the most get it. @param {readonly number[]} given */
export function charityBonuses(given) {
  const most = Math.max(...given);
  const bonus = most > GREAT_CHARITY_ABOVE ? GREAT_CHARITY_BONUS : CHARITY_BONUS;
  return given.map((total) => (total === most ? bonus : 0));
}

/** The results by seat, if the game ended with these sheets; before any score all are 0. @param {readonly Sheet[]} sheets @returns {readonly Result[]} */
export function results(sheets) {
  const begun = sheets.some(({ points, bonus, received, given }) => [points, bonus, received, given].some((column) => column.length));
  const charities = begun ? charityBonuses(sheets.map(totalGiven)) : sheets.map(() => 0);
  return sheets.map((sheet, seat) => {
    const charity = charities[seat];
    return {
      points: sum(sheet.points),
      bonus: sum(sheet.bonus),
      received: sum(sheet.received),
      given: totalGiven(sheet),
      charity,
      total: subtotal(sheet) + charity,
    };
  });
}

/** The seats with the most points: more than one is a shared victory. @param {readonly Result[]} results */
export function winners(results) {
  const most = Math.max(...results.map(({ total }) => total));
  return results.flatMap(({ total }, seat) => (total === most ? [seat] : []));
}

/** The share of the victory by seat; a tie is shared. @param {readonly Result[]} results */
export function victoryShares(results) {
  const won = winners(results);
  return results.map((_, seat) => (won.includes(seat) ? 1 / won.length : 0));
}
