/** How the bots answer an exercise: the expected worth of their answers, exact also for those that decide partly at random. */

import { LEVELS } from "../bots/levels.js";
import { Fox, Magpie } from "../bots/points.js";
import { largestGroup, SPARROW, SQUIRREL } from "../bots/whims.js";
import { ALL_DICE, EVERY_DIE, SETS } from "../dice.js";
import { ASK_GIFT, DECLINE_GIFT, roll } from "../moves.js";
import { scoreOrStop } from "../solver/play.js";
import { optionsOf, rollsLeft } from "../state.js";
import { lossOf } from "./themes.js";
import { worth } from "./worth.js";

/** @import { Level } from "../bots/levels.js" */
/** @import { Whims } from "../bots/whims.js" */
/** @import { Action } from "../moves.js" */
/** @import { GameNode } from "../strict.js" */
/** @import { Analysed } from "./themes.js" */

/** The bots whose answers say how difficult an exercise is; the owl's are always right. @typedef {Exclude<Level, "owl">} Fallible */
/** @typedef {Record<Fallible, number>} LevelNumbers */
/** @type {readonly Fallible[]} */
export const FALLIBLE = Object.freeze(/** @type {Fallible[]} */ (LEVELS.filter((level) => level !== "owl")));
const [MEAN_RATING, SCALE] = [1500, 400];
/** The standard deviation of the rating of an exercise: as if it had been answered by four players. */
export const DEVIATION = 150;
// Ratings are found between these.
const [LEAST_RATING, MOST_RATING, STEPS] = [400, 2800, 40];

/** The probability of each answer of a bot. @param {Fallible} level @param {GameNode} node @returns {Map<Action, number>} */
export function answersOf(level, node) {
  if (level === "fox") return new Map([[new Fox().choose(node), 1]]);
  if (level === "magpie") return new Map([[new Magpie().choose(node), 1]]);
  return whimsical(level === "sparrow" ? SPARROW : SQUIRREL, node);
}

/** @param {Whims} whims @param {GameNode} node */
function whimsical({ asks, takesBonus, givesUp, keepsGroup, scoresBest }, { state, asking }) {
  /** @type {Map<Action, number>} */
  const found = new Map();
  /** @param {Action} action @param {number} probability */
  const add = (action, probability) => found.set(action, (found.get(action) ?? 0) + probability);
  if (asking) return found.set(ASK_GIFT, asks).set(DECLINE_GIFT, 1 - asks);
  /** Of six dice, any one is rolled. @param {number} dice @param {number} probability */
  const keep = (dice, probability) => {
    if (dice !== EVERY_DIE) add(roll(dice), probability);
    else for (const die of ALL_DICE) add(roll(dice & ~(1 << die)), probability / ALL_DICE.length);
  };
  const options = optionsOf(state);
  let scores = 1;
  if (rollsLeft(state)) {
    scores = options[0].bonus ? takesBonus : givesUp;
    keep(largestGroup(state), (1 - scores) * keepsGroup);
    for (let dice = 0; dice < SETS; dice += 1) keep(dice, ((1 - scores) * (1 - keepsGroup)) / SETS);
  }
  add(scoreOrStop(state, options[0].dice), scores * scoresBest);
  for (const option of options) add(scoreOrStop(state, option.dice), (scores * (1 - scoresBest)) / options.length);
  return found;
}

/** The expected worth of a bot's answer. @param {Fallible} level @param {Analysed} analysed @param {number} margin */
export function worthOfLevel(level, analysed, margin) {
  let sum = 0;
  for (const [action, share] of answersOf(level, analysed.node)) sum += share * worth(lossOf(analysed, action), margin);
  return sum;
}

/** The rating of an exercise, at which these answers of the bots were to be expected, with half a point against an average player.
 * @param {LevelNumbers} worths @param {LevelNumbers} levels the ratings of the bots */
export function ratingFrom(worths, levels) {
  const players = [...FALLIBLE.map((level) => levels[level]), MEAN_RATING];
  const scored = FALLIBLE.reduce((sum, level) => sum + worths[level], 1 / 2);
  let [low, high] = [LEAST_RATING, MOST_RATING];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    const expected = players.reduce((sum, rating) => sum + 1 / (1 + 10 ** ((middle - rating) / SCALE)), 0);
    if (expected > scored) low = middle;
    else high = middle;
  }
  return Math.round((low + high) / 2);
}

/** The rating of an exercise by how the bots answer it. @param {Analysed} analysed @param {number} margin @param {LevelNumbers} levels the ratings of the bots */
export function ratingOf(analysed, margin, levels) {
  const worths = /** @type {LevelNumbers} */ (Object.fromEntries(FALLIBLE.map((level) => [level, worthOfLevel(level, analysed, margin)])));
  return ratingFrom(worths, levels);
}
