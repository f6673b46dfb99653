/**
 * A rating from the losses of decisions, which leaves out the luck of the dice: perfect play is 100, and the sparrow's loss per
 * decision 50. src/charidice/history/rating.py explains the estimate.
 */

import { ROUNDS } from "../ruleset.js";
import { sum } from "./statistics.js";

/** @import { Level } from "../bots/levels.js" */
/** @import { Appearance } from "./statistics.js" */

const [PERFECT, SPARROW] = [100, 50];
/** The number of newest games that count. */
export const RECENT = 20;
/** The mean loss per decision of each bot at a table of its equals, in chance of victory, by number of players. @type {Record<number, Record<Level, number>>} */
const ANCHORS = {
  2: { sparrow: 0.02906, squirrel: 0.02069, magpie: 0.01455, fox: 0.00239, owl: 0 },
  3: { sparrow: 0.0244, squirrel: 0.01862, magpie: 0.0115, fox: 0.00317, owl: 0 },
  4: { sparrow: 0.02157, squirrel: 0.01607, magpie: 0.01022, fox: 0.00198, owl: 0 },
};
const LEVELS = /** @type {Level[]} */ (Object.keys(ANCHORS[2]));
const [PRIOR_DECISIONS, PRIOR_SPREAD, PRIOR_GAMES] = [60, 2.1, 10];
/** The 97.5 % quantile of the normal distribution. */
const WITHIN_95 = 1.959964;

/** A rating with its 95 % interval, and the number of games it is estimated from. @typedef {{value: number, low: number, high: number, games: number}} Rating */

/** @param {number} ratio */
const ratingOf = (ratio) => PERFECT - (PERFECT - SPARROW) * ratio;

/** The mean ratio of a bot over all numbers of players. @param {Level} level */
function botRatio(level) {
  const anchors = Object.values(ANCHORS);
  return sum(anchors.map((of) => of[level] / of.sparrow)) / anchors.length;
}

/** @returns {[Level, number][]} */
export const botRatings = () => LEVELS.map((level) => [level, ratingOf(botRatio(level))]);

/** The bot whose rating is nearest. @param {number} value */
export const nearestBot = (value) => botRatings().reduce((near, each) => (Math.abs(each[1] - value) < Math.abs(near[1] - value) ? each : near))[0];

/** Whether a game is rated: seven rounds without house rules, as the anchors were measured. @param {Appearance} played */
export const counts = ({ game, losses }) => game.rounds === ROUNDS && !game.houseRules && losses.decisions > 0;

/** The rating by the newest of these seats, given oldest first; null if no game counts. @param {Appearance[]} played @returns {Rating | null} */
export function rating(played) {
  const games = played.filter(counts).slice(-RECENT).map(({ game, losses: { decisions, total } }) => ({ decisions, mean: total / decisions / ANCHORS[game.seats.length].sparrow }));
  if (!games.length) return null;
  const prior = botRatio("magpie");
  const decisions = sum(games.map((game) => game.decisions));
  const mean = sum(games.map((game) => game.decisions * game.mean)) / decisions;
  const weight = PRIOR_DECISIONS + decisions;
  const centre = (PRIOR_DECISIONS * prior + decisions * mean) / weight;
  const freedom = PRIOR_GAMES + games.length;
  const spread = PRIOR_GAMES * PRIOR_SPREAD ** 2 + sum(games.map((game) => game.decisions * (game.mean - mean) ** 2));
  const squares = spread + ((PRIOR_DECISIONS * decisions) / weight) * (mean - prior) ** 2;
  const margin = studentT(freedom) * Math.sqrt(squares / freedom / weight);
  return { value: ratingOf(centre), low: ratingOf(centre + margin), high: ratingOf(Math.max(centre - margin, 0)), games: games.length };
}

/** The 97.5 % quantile of Student's t, by its expansion around the normal one. @param {number} freedom */
export function studentT(freedom) {
  const z = WITHIN_95;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
