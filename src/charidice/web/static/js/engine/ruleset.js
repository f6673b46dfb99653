/** The numbers of the game, and the house rules as data (clause 8). */

import { isWhole, quoted, Refused } from "./errors.js";

export const LEAST_PLAYERS = 2;
export const MOST_PLAYERS = 4;
export const ROLLS = 3;
export const ROUNDS = 7;
export const MOST_ROUNDS = 20;
/** The largest number of a box that is filled in by hand. */
export const MOST_IN_A_BOX = 999;

/** The first of the numbers that count double in a gift. */
export const DOUBLED_FROM = 5;

export const CHARITY_BONUS = 20;
export const GREAT_CHARITY_BONUS = 30;
export const GREAT_CHARITY_ABOVE = 60;

/**
 * House rules; the defaults are the rulebook's game.
 * @typedef {object} Ruleset
 * @property {number} rounds  How many rounds are played (8.3).
 * @property {boolean} freeGiving  Colours may be left out when scoring (8.1).
 * @property {boolean} lateAsking  The recipient may ask until the active player has stopped rolling (8.2).
 */

/** House rules, checked. @param {Partial<Ruleset>} [rules] @returns {Readonly<Ruleset>} */
export function rulesetOf({ rounds = ROUNDS, freeGiving = false, lateAsking = false } = {}) {
  checkRound(rounds, MOST_ROUNDS);
  for (const value of [freeGiving, lateAsking]) {
    if (typeof value !== "boolean") throw new Refused("not-yes-or-no", { text: quoted(value) });
  }
  return Object.freeze({ rounds, freeGiving, lateAsking });
}

/** Refuses a round, or a number of rounds, outside its limits. @param {number} rounds @param {number} most */
export function checkRound(rounds, most) {
  if (!isWhole(rounds, 1, most)) throw new Refused("rounds-out-of-range", { rounds, least: 1, most });
}

export const STANDARD = rulesetOf();

/** @param {Readonly<Ruleset>} one @param {Readonly<Ruleset>} other */
export const areSameRules = (one, other) => one.rounds === other.rounds && one.freeGiving === other.freeGiving && one.lateAsking === other.lateAsking;

/** Whether these rules differ only by fewer rounds: such a game is the last rounds of the longer one. @param {Readonly<Ruleset>} rules @param {Readonly<Ruleset>} longer */
export const ends = (rules, longer) => rules.rounds <= longer.rounds && areSameRules(rules, { ...longer, rounds: rules.rounds });
