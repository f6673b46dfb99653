/** All possible scores: every points, bonus and gift of any six dice of any layout. */

import { ALL_NUMBERS, DICE, IN_ORDER, SIZES } from "../dice.js";
import { bonusOf, choicesOf, giftOf, pointsOf } from "../scoring.js";

/** @import { Numbers } from "../dice.js" */

/** Points, bonus and gift, the gift not doubled by the greatest of gifts. @typedef {readonly [points: number, bonus: number, gift: number]} PossibleScore */

/** All sets of numbers of one colour, by size and then in order, as bit masks. @type {readonly number[]} */
const SETS = ALL_NUMBERS.flatMap((size) => IN_ORDER.filter((set) => SIZES[set] === size));

/** @type {Map<boolean, readonly PossibleScore[]>} */
const found = new Map();

/** In ascending order. Few people know the layout of their dice, and it hardly matters here, so all layouts count. @param {boolean} freeGiving */
export function possibleScores(freeGiving) {
  const scores = found.get(freeGiving) ?? compute(freeGiving);
  found.set(freeGiving, scores);
  return scores;
}

/** Takes them from elsewhere, to save a second on a slow device. @param {boolean} freeGiving @param {readonly PossibleScore[]} scores in ascending order */
export function knowScores(freeGiving, scores) {
  if (scores.length) found.set(freeGiving, scores);
}

/** @param {boolean} freeGiving @returns {readonly PossibleScore[]} */
function compute(freeGiving) {
  /** @type {Map<string, PossibleScore>} */
  const scores = new Map();
  for (const roll of rolls(DICE, 0)) {
    if (!mayLie(roll)) continue;
    const colours = roll.flatMap((set, colour) => Array(SIZES[set]).fill(colour));
    const numbers = roll.flatMap(numbersIn);
    for (const [dice, kind] of choicesOf(colours, numbers, freeGiving).kinds) {
      const score = /** @type {const} */ ([pointsOf(dice, numbers), bonusOf(kind, dice), giftOf(dice, numbers)]);
      scores.set(String(score), score);
    }
  }
  return [...scores.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
}

/** @param {number} set @returns {Numbers} */
const numbersIn = (set) => ALL_NUMBERS.filter((number) => (set >> (number - 1)) & 1);

/** All rolls of so many dice, as the set of numbers of each colour; renaming the colours changes no score. @param {number} dice @param {number} first @returns {Generator<number[]>} */
function* rolls(dice, first) {
  if (!dice) yield [];
  for (let place = first; place < SETS.length; place += 1) {
    const left = dice - SIZES[SETS[place]];
    if (left < 0) return;
    for (const others of rolls(left, place)) yield [SETS[place], ...others];
  }
}

/**
 * Whether any set of dice can show this roll: if every die shows blue or a 6 and none the blue 6, that face has no die left to
 * be on (1.2).
 * @param {readonly number[]} roll
 */
function mayLie(roll) {
  return roll.every((shown, colour) => {
    const others = roll.reduce((before, set, other) => (other === colour ? before : before | set), 0);
    return SIZES[others] !== 1 || (others & shown) !== 0;
  });
}
