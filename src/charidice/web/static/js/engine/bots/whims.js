/** Bots that decide partly at random: the sparrow and the squirrel. */

import { ALL_DICE, diceOf, EVERY_DIE, maskOf, SIZES } from "../dice.js";
import { ASK_GIFT, DECLINE_GIFT, roll } from "../moves.js";
import { scoreOrStop } from "../solver/play.js";
import { optionsOf, rollsLeft } from "../state.js";

/** @import { Dice } from "../dice.js" */
/** @import { Action } from "../moves.js" */
/** @import { GameState } from "../state.js" */
/** @import { GameNode } from "../strict.js" */
/** @import { Random } from "./random.js" */

/**
 * The probability of each habit, every time it applies.
 * @typedef {object} Whims
 * @property {number} takesBonus  Scores a bonus on the table although there are rolls left.
 * @property {number} givesUp  Scores without a bonus although there are rolls left.
 * @property {number} keepsGroup  Keeps the largest group of one colour or one number; otherwise any dice.
 * @property {number} scoresBest  Scores the best sum; otherwise anything allowed.
 * @property {number} asks  Asks for the greatest of gifts.
 */

/** @type {Whims} */
export const SPARROW = { takesBonus: 3 / 4, givesUp: 1 / 8, keepsGroup: 1 / 2, scoresBest: 3 / 4, asks: 1 / 8 };
/** @type {Whims} */
export const SQUIRREL = { takesBonus: 7 / 8, givesUp: 1 / 16, keepsGroup: 7 / 8, scoresBest: 7 / 8, asks: 1 / 8 };

export class Whimsical {
  #whims;
  #random;

  /** @param {Whims} whims @param {Random} random */
  constructor(whims, random) {
    this.#whims = whims;
    this.#random = random;
  }

  /** @param {GameNode} node @returns {Action} */
  choose({ state, asking }) {
    const { takesBonus, givesUp, scoresBest, asks } = this.#whims;
    if (asking) return this.#random.happens(asks) ? ASK_GIFT : DECLINE_GIFT;
    if (!state.turn.rolls) return roll();
    const options = optionsOf(state);
    if (rollsLeft(state) && !this.#random.happens(options[0].bonus ? takesBonus : givesUp)) return roll(this.#keep(state));
    return scoreOrStop(state, options[this.#random.happens(scoresBest) ? 0 : this.#random.below(options.length)].dice);
  }

  /** The dice to keep: the largest group, or any; never all of them. @param {GameState} state @returns {Dice} */
  #keep(state) {
    const keep = this.#random.happens(this.#whims.keepsGroup) ? largestGroup(state) : maskOf(ALL_DICE.filter(() => this.#random.happens(1 / 2)));
    return keep === EVERY_DIE ? keep & ~(1 << this.#random.below(ALL_DICE.length)) : keep;
  }
}

/** The dice of the most frequent colour or number; the first one wins ties. @param {GameState} state @returns {Dice} */
export function largestGroup({ setup, turn }) {
  /** @type {Map<string, Dice>} */
  const groups = new Map();
  const colours = setup.diceSet.colours(turn.numbers);
  for (const die of diceOf(EVERY_DIE)) {
    for (const of of [`colour ${colours[die]}`, `number ${turn.numbers[die]}`]) groups.set(of, (groups.get(of) ?? 0) | (1 << die));
  }
  return [...groups.values()].reduce((largest, dice) => (SIZES[dice] > SIZES[largest] ? dice : largest));
}
