/**
 * The exact equilibrium of the two-player game in which each player maximises the expected lead.
 *
 * The state before a turn is the number of turns left, what each player has given, and who still has the greatest of
 * gifts; points scored so far just add to the lead. Once either player has given more than 60, only the difference
 * matters: the charity bonus is then 30 in any case.
 */

import { CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS } from "../ruleset.js";
import { CannotLoad, joined, summed } from "./npz.js";
import { outcomes } from "./outcomes.js";

/** @import { Game } from "./files.js" */
/** @import { NpyArray } from "./npz.js" */
/** @import { Outcomes } from "./outcomes.js" */

/** A two-player position before a turn, from the active player's view; gifts are 1 for who can still ask, else 0.
 * @typedef {{ turnsLeft: number, own: number, other: number, hasGift: number, otherHasGift: number, difference: number }} Pair */

export const PLAYERS = 2;
/** Totals up to 60 are distinct; beyond, only differences up to what can still be caught up. */
export const EXACT = GREAT_CHARITY_ABOVE + 1;
const { fround } = Math;

/** The expected lead of the active player over the rest of the game, before each turn. */
export class LeadSolution {
  /** @param {Game} game @param {Map<string, NpyArray>} levels */
  constructor(game, levels) {
    this.game = game;
    this.outcomes = outcomes(game.diceSet, game.ruleset.freeGiving);
    this.turns = PLAYERS * game.ruleset.rounds;
    const gift = this.outcomes.gifts[this.outcomes.gifts.length - 1];
    // At most the largest gift in each turn, one of them doubled.
    this.widest = gift * (game.ruleset.rounds + 1);
    this.size = EXACT * EXACT + 2 * this.widest + 1;
    /** By turns left: by whether the active and whether the other player can still ask, and state index. */
    this.values = Array.from({ length: this.turns + 1 }, (_, turnsLeft) => (turnsLeft ? this.#level(levels, turnsLeft) : this.#atTheEnd()));
  }

  /** The index of the state in which the active player has given `own` and the other player `other`. @param {number} own @param {number} other */
  indexOf(own, other) {
    if (own < EXACT && other < EXACT) return own * EXACT + other;
    return EXACT * EXACT + Math.min(Math.max(own - other, -this.widest), this.widest) + this.widest;
  }

  /** Representative given totals of every index. @returns {[number, number][]} */
  totals() {
    return Array.from({ length: this.size }, (_, index) => {
      const difference = index - EXACT * EXACT - this.widest;
      if (index < EXACT * EXACT) return [Math.floor(index / EXACT), index % EXACT];
      return [EXACT + Math.max(difference, 0), EXACT + Math.max(-difference, 0)];
    });
  }

  /** The values of a level in which the same players can ask. @param {number} turnsLeft @param {number} hasGift @param {number} otherHasGift */
  where(turnsLeft, hasGift, otherHasGift) {
    const start = (2 * hasGift + otherHasGift) * this.size;
    return this.values[turnsLeft].subarray(start, start + this.size);
  }

  /** The value before a turn to the active player. @param {Pair} pair */
  value({ turnsLeft, own, other, hasGift, otherHasGift, difference }) {
    return this.where(turnsLeft, hasGift, otherHasGift)[this.indexOf(own, other)] + difference;
  }

  /** By outcome: the lead of the active player at the end, with the gift times `factor`. @param {Pair} pair @param {number} factor */
  leaf({ turnsLeft, own, other, hasGift, otherHasGift, difference }, factor) {
    const theirs = this.where(turnsLeft - 1, otherHasGift, hasGift);
    const { total, gift } = this.outcomes;
    const found = new Float64Array(total.length);
    for (let outcome = 0; outcome < found.length; outcome += 1) {
      const given = factor * gift[outcome];
      found[outcome] = fround(fround(total[outcome] - given - theirs[this.indexOf(other, own + given)]) + difference);
    }
    return found;
  }

  /** @param {Map<string, NpyArray>} levels @param {number} turnsLeft */
  #level(levels, turnsLeft) {
    const level = levels.get(String(turnsLeft));
    // Four bytes of each value, for four combinations of who can ask.
    if (!(level?.data instanceof Uint8Array) || level.data.length !== 16 * this.size) throw new CannotLoad(`lead, ${turnsLeft} turns left`);
    return new Float32Array(summed(joined(level.data, new Uint32Array(4 * this.size)), this.size, 1).buffer);
  }

  /** The charity bonus. */
  #atTheEnd() {
    const leads = this.totals().map(([own, other]) => {
      const bonus = Math.max(own, other) > GREAT_CHARITY_ABOVE ? GREAT_CHARITY_BONUS : CHARITY_BONUS;
      return bonus * Math.sign(own - other);
    });
    return Float32Array.from([...leads, ...leads, ...leads, ...leads]);
  }
}
