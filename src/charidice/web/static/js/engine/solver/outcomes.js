/**
 * The outcomes of a turn: the distinct (total, gift, kind) of all scoring options, and the choices of every roll.
 *
 * Only total and gift matter for the rest of the game; the kind is for explanations.
 */

import { DICE, EVERY_DIE, numbersOf, SETS, SIZES } from "../dice.js";
import { bonusOf, GIFT_VALUE, KINDS as BY_NAME } from "../scoring.js";
import { NUMBERS, orbits } from "./orbits.js";
import { byDice } from "./recent.js";

/** @import { DiceSet } from "../dice.js" */
/** @import { Kind } from "../scoring.js" */
/** @import { Orbits } from "./orbits.js" */

/** @type {readonly Kind[]} */
export const KINDS = Object.values(BY_NAME);
const [FOUR_OF_A_COLOUR, ALL_OF_A_COLOUR, EVERY_COLOUR, SAME_NUMBER] = [
  BY_NAME.FOUR_OF_A_COLOUR,
  BY_NAME.ALL_OF_A_COLOUR,
  BY_NAME.EVERY_COLOUR,
  BY_NAME.SAME_NUMBER,
].map((kind) => KINDS.indexOf(kind));
const NONE = -1;
/** The straights, by their size. */
const STRAIGHTS = [NONE, NONE, NONE, NONE, ...[BY_NAME.STRAIGHT_OF_FOUR, BY_NAME.STRAIGHT_OF_FIVE, BY_NAME.STRAIGHT_OF_SIX].map((kind) => KINDS.indexOf(kind))];
/** By kind and number of dice. */
const BONUSES = KINDS.map((kind) => Array.from({ length: DICE + 1 }, (_, size) => bonusOf(kind, (1 << size) - 1) ?? 0));

// A total is below 128, a gift below 64, and there are seven kinds; a total is never 0, so 0 is no outcome.
const GIFTS = 64;
const MOST_KINDS = 8;

/** The outcomes of a dice set, and those of every roll. Rolls with the same choices share a class. */
export class Outcomes {
  /** @param {Orbits} found @param {number[]} codes ascending @param {number[][]} classes codes by class @param {Int32Array} rollClass */
  constructor(found, codes, classes, rollClass) {
    this.orbits = found;
    this.total = Int32Array.from(codes, (code) => Math.floor(code / MOST_KINDS / GIFTS));
    this.gift = Int32Array.from(codes, (code) => Math.floor(code / MOST_KINDS) % GIFTS);
    /** By outcome: the index in KINDS. */
    this.kind = Int32Array.from(codes, (code) => code % MOST_KINDS);
    /** By orbit of rolls. */
    this.rollClass = rollClass;
    const place = new Map(codes.map((code, outcome) => [code, outcome]));
    /** The outcomes of class c are those from the c-th start to the next. */
    this.choices = Int32Array.from(classes.flat(), (code) => Number(place.get(code)));
    this.starts = new Int32Array(classes.length + 1);
    classes.forEach((choices, at) => (this.starts[at + 1] = this.starts[at] + choices.length));
    /** The different gifts, ascending. */
    this.gifts = Int32Array.from(new Set(this.gift)).sort();
    /** The distinct totals and gifts, and by outcome their index: the kind makes no difference. */
    this.pairs = pairsOf(this.total, this.gift);
  }

  /** The index of an outcome with this total and gift; those that differ only in kind have the same value. */
  /** @param {number} total @param {number} gift */
  ofPair(total, gift) {
    return this.pairs.outcome[Number(this.pairs.at.get(total * GIFTS + gift))];
  }
}

/** @param {Int32Array} total @param {Int32Array} gift */
function pairsOf(total, gift) {
  /** @type {Map<number, number>} */
  const at = new Map();
  const which = Int32Array.from(total, (points, outcome) => {
    const key = points * GIFTS + gift[outcome];
    if (!at.has(key)) at.set(key, at.size);
    return Number(at.get(key));
  });
  const outcome = new Int32Array(at.size);
  which.forEach((pair, index) => (outcome[pair] = index));
  return { at, which, outcome, total: outcome.map((index) => total[index]), gift: outcome.map((index) => gift[index]) };
}

export const outcomes = byDice((diceSet, freeGiving) => {
  const found = orbits(diceSet);
  /** @type {Map<string, number>} */
  const classOf = new Map();
  /** @type {number[][]} */
  const classes = [];
  /** @type {Set<number>} */
  const distinct = new Set();
  const rollClass = found.rolls.map((roll) => {
    const choices = codesOf(diceSet, roll, freeGiving);
    const key = choices.join();
    let at = classOf.get(key);
    if (at === undefined) {
      at = classes.push(choices) - 1;
      classOf.set(key, at);
      for (const code of choices) distinct.add(code);
    }
    return at;
  });
  return new Outcomes(found, [...distinct].sort((one, other) => one - other), classes, rollClass);
});

// By set of dice of the roll at hand: points, worth as a gift, colours, and the range of the numbers.
const [points, worth, colours, low, high] = Array.from({ length: 5 }, () => new Int32Array(SETS));
const ofColour = new Int32Array(SETS);
/** @type {Set<number>} */
const codes = new Set();

/** The distinct outcomes of one roll as numbers, ascending: as the scoring table, but for all rolls of a dice set in an instant.
 * @param {DiceSet} diceSet @param {number} roll @param {boolean} freeGiving @returns {number[]} */
function codesOf({ layout }, roll, freeGiving) {
  const numbers = numbersOf(roll);
  ofColour.fill(0);
  low[0] = NUMBERS;
  for (let die = 0; die < DICE; die += 1) {
    const [number, bit] = [numbers[die], 1 << die];
    const colour = 1 << layout[die][number - 1];
    ofColour[colour] += 1;
    for (let others = 0; others < bit; others += 1) {
      const dice = bit | others;
      points[dice] = points[others] + number;
      worth[dice] = worth[others] + GIFT_VALUE[number];
      colours[dice] = colours[others] | colour;
      low[dice] = Math.min(low[others], number);
      high[dice] = Math.max(high[others], number);
    }
  }
  const colourCount = SIZES[colours[EVERY_DIE]];
  codes.clear();
  for (let dice = 1; dice < SETS; dice += 1) {
    const [size, different, together] = [SIZES[dice], SIZES[colours[dice]], ofColour[colours[dice]]];
    let kind = NONE;
    // Later rules override (3.5).
    if (different === 1 && together >= 4) {
      if (size >= 4 && high[dice] - low[dice] === size - 1) kind = STRAIGHTS[size];
      else if (size === 4) kind = FOUR_OF_A_COLOUR;
      else if (freeGiving || together === size) kind = ALL_OF_A_COLOUR;
    }
    if (different === size && (freeGiving || colourCount === size)) kind = EVERY_COLOUR;
    if (size >= 4 && high[dice] === low[dice]) kind = SAME_NUMBER;
    if (kind !== NONE) codes.add(((points[dice] + BONUSES[kind][size]) * GIFTS + worth[EVERY_DIE] - worth[dice]) * MOST_KINDS + kind);
  }
  return [...codes].sort((one, other) => one - other);
}
