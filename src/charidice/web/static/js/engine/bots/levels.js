/** The built-in bots by their level, the weakest first. */

import { Fox, Magpie } from "./points.js";
import { Random } from "./random.js";
import { SPARROW, SQUIRREL, Whimsical } from "./whims.js";

/** @import { Action } from "../moves.js" */
/** @import { ObjectiveName } from "../solver/analysis.js" */
/** @import { GameNode } from "../strict.js" */

/** @typedef {"sparrow" | "squirrel" | "magpie" | "fox" | "owl"} Level */
/** @typedef {{choose: (node: GameNode) => Action}} Bot */

/** The objective of the bots that need tables. @type {Partial<Record<Level, ObjectiveName>>} */
export const OBJECTIVES = { owl: "victory" };

/** @type {Partial<Record<Level, (seed: string) => Bot>>} */
const BOTS = {
  sparrow: (seed) => new Whimsical(SPARROW, new Random(seed)),
  squirrel: (seed) => new Whimsical(SQUIRREL, new Random(seed)),
  magpie: () => new Magpie(),
  fox: () => new Fox(),
};

export const LEVELS = /** @type {readonly Level[]} */ (Object.freeze([...Object.keys(BOTS), ...Object.keys(OBJECTIVES)]));

/** A bot that needs no tables; those that decide partly at random decide the same with the same seed. @param {Level} level @param {string} seed */
export function botOf(level, seed) {
  const bot = BOTS[level];
  if (!bot) throw new Error(`${level} needs tables`);
  return bot(seed);
}
