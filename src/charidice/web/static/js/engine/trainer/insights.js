/** What decisions of each kind cost in a game: by theme, kind, round, opponent, and standing; beside the bots, and beside oneself a month ago. */

import { DECISION_KINDS } from "../history/games.js";
import { studentT } from "../history/rating.js";
import { mean, sum } from "../history/statistics.js";
import { DAY } from "./memory.js";
import { THEMES } from "./names.js";

/** @import { Level } from "../bots/levels.js" */
/** @import { LevelCosts } from "./exercises.js" */
/** @import { Judged } from "./judging.js" */

/** A reviewed game of one player: only the decisions of their seat. @typedef {{at: string, opponents: string[], decisions: Pick<Judged, "kind" | "themes" | "round" | "standing" | "loss">[]}} JudgedGame */
/** The mean cost per game in chance of victory, with its 95 % interval, null of fewer than three games. @typedef {{games: number, mean: number, low: number | null, high: number | null}} CostPerGame */

/**
 * What a group of decisions costs.
 * @typedef {object} Insight
 * @property {string} name  Of the theme, kind, round, standing or opponent.
 * @property {number} decisions
 * @property {CostPerGame} cost
 * @property {CostPerGame | null} recent  In the games of the last month; null without any.
 * @property {CostPerGame | null} before  In earlier games; null without any.
 * @property {Partial<Record<Level, number>>} levels  What it costs the bots; of themes and kinds only.
 */

/** @typedef {{themes: Insight[], kinds: Insight[], rounds: Insight[], standings: Insight[], opponents: Insight[], total: Insight | null}} Insights */

const MONTH = 30 * DAY;
// Fewer games have no interval worth the name.
const LEAST_GAMES = 3;
// The most opponents, those of most games.
const MOST_OPPONENTS = 12;
const STANDINGS = /** @type {const} */ (["leading", "level", "trailing"]);

/** A decision can have several themes, so their costs do not add up; kinds, rounds and standings do.
 * @param {readonly JudgedGame[]} games @param {Record<Level, LevelCosts>} levels @param {number} now @returns {Insights} */
export function insightsOf(games, levels, now) {
  const ago = new Date(now - MONTH).toISOString();
  /** @param {string} name @param {(decision: JudgedGame["decisions"][number]) => boolean} belongs @param {"themes" | "kinds"} [group] @param {readonly JudgedGame[]} [of] */
  const insight = (name, belongs, group, of = games) => insightOf(name, of, ago, belongs, group ? yardstick(levels, group, name) : {});
  const rounds = [...new Set(games.flatMap(({ decisions }) => decisions.map(({ round }) => round)))].sort((one, other) => one - other);
  return {
    themes: THEMES.flatMap((theme) => insight(theme, ({ themes }) => themes.includes(theme), "themes")),
    kinds: DECISION_KINDS.flatMap((kind) => insight(kind, (decision) => decision.kind === kind, "kinds")),
    rounds: rounds.flatMap((round) => insight(String(round), (decision) => decision.round === round)),
    standings: STANDINGS.flatMap((standing) => insight(standing, (decision) => decision.standing === standing)),
    opponents: opponentsOf(games).flatMap((name) => insight(name, () => true, undefined, games.filter(({ opponents }) => opponents.includes(name)))),
    total: insight("", () => true)[0] ?? null,
  };
}

/** @param {string} name @param {readonly JudgedGame[]} games @param {string} ago @param {(decision: JudgedGame["decisions"][number]) => boolean} belongs @param {Partial<Record<Level, number>>} levels @returns {Insight[]} */
function insightOf(name, games, ago, belongs, levels) {
  const losses = games.map(({ decisions }) => decisions.filter(belongs).map(({ loss }) => loss));
  const decisions = sum(losses.map(({ length }) => length));
  if (!decisions) return [];
  const [recent, before] = [losses.filter((_, at) => games[at].at >= ago), losses.filter((_, at) => games[at].at < ago)];
  return [{ name, decisions, cost: costOf(losses), recent: recent.length ? costOf(recent) : null, before: before.length ? costOf(before) : null, levels }];
}

/** The mean over games, with the interval of Student's t. @param {number[][]} losses by game @returns {CostPerGame} */
function costOf(losses) {
  const perGame = losses.map(sum);
  const [games, middle] = [perGame.length, mean(perGame)];
  if (games < LEAST_GAMES) return { games, mean: middle, low: null, high: null };
  const variance = sum(perGame.map((loss) => (loss - middle) ** 2)) / (games - 1);
  const margin = studentT(games - 1) * Math.sqrt(variance / games);
  return { games, mean: middle, low: Math.max(middle - margin, 0), high: middle + margin };
}

/** @param {Record<Level, LevelCosts>} levels @param {"themes" | "kinds"} group @param {string} name */
const yardstick = (levels, group, name) => Object.fromEntries(Object.entries(levels).map(([level, costs]) => [level, /** @type {Record<string, readonly [number, number]>} */ (costs[group])[name][0]]));

/** @param {readonly JudgedGame[]} games */
function opponentsOf(games) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const name of games.flatMap(({ opponents }) => [...new Set(opponents)])) count.set(name, (count.get(name) ?? 0) + 1);
  return [...count].sort(([one, of], [other, than]) => than - of || (one < other ? -1 : 1)).slice(0, MOST_OPPONENTS).map(([name]) => name);
}
