/** Mistakes of one's own games, to be met again as exercises. */

/** @import { Level } from "../bots/levels.js" */
/** @import { Judged, SeedNode } from "./judging.js" */

/** A mistake to learn from. @typedef {SeedNode & {id: string, loss: number, game: string, at: string, round: number}} Seed */

/** The least loss that makes a seed, by how well somebody plays. @type {Record<Level, number>} */
export const THRESHOLDS = { sparrow: 0.07, squirrel: 0.05, magpie: 0.03, fox: 0.015, owl: 0.01 };

/** The decisions that lost more than somebody of this level should lose, the most costly first.
 * @param {readonly Judged[]} decisions of a game @param {{game: string, at: string}} from its id and time @param {Level} level @returns {Seed[]} */
export const seedsOf = (decisions, { game, at }, level) =>
  decisions
    .flatMap(({ event, loss, round, seed }) => (seed && loss >= THRESHOLDS[level] ? [{ ...seed, id: `${game}.${event}.${seed.action}`, loss, game, at, round }] : []))
    .sort((one, other) => other.loss - one.loss);
