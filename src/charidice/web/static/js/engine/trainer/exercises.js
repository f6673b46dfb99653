/** The exercises that come with the game, as charidice exercises --themes writes them. */

import { RecordError } from "../record/game.js";
import { THEMES } from "./names.js";

/** @import { DecisionKind } from "../history/games.js" */
/** @import { Level } from "../bots/levels.js" */
/** @import { LevelNumbers } from "./levels.js" */
/** @import { Idea, Theme } from "./names.js" */

/**
 * A decision to train.
 * @typedef {object} Exercise
 * @property {string} id
 * @property {string} node  As text, for readNode.
 * @property {Theme} theme
 * @property {Idea} idea  Of the best move.
 * @property {number} margin  What the best move of another idea costs, in chance of victory.
 * @property {number} rating
 */

/** The mean cost of a group of decisions per game, and the margin of its 95 % interval. @typedef {readonly [mean: number, margin: number]} Cost */
/** A bot as a yardstick; the owl has no rating, since its answers are always right.
 * @typedef {{rating: number | null, kinds: Record<DecisionKind, Cost>, themes: Record<Theme, Cost>}} LevelCosts */
/** @typedef {{format: string, version: number, levels: Record<Level, LevelCosts>, themes: Record<Theme, [node: string, idea: Idea, margin: number, rating: number, right: number][]>}} ThemeFile */
/** @typedef {{exercises: Exercise[], levels: Record<Level, LevelCosts>, ratings: LevelNumbers}} ThemeSet */

const [FORMAT, VERSION] = ["charidice-themes", 1];

/** Reads the file. @param {ThemeFile} file @returns {ThemeSet} */
export function themeSet({ format, version, levels, themes }) {
  if (format !== FORMAT || version !== VERSION) throw new RecordError("not-a-record", { field: String(format) });
  const exercises = THEMES.flatMap((theme) => themes[theme].map(([node, idea, margin, rating], at) => ({ id: `${theme}.${at}`, node, theme, idea, margin, rating })));
  const ratings = /** @type {LevelNumbers} */ (Object.fromEntries(Object.entries(levels).map(([level, { rating }]) => [level, rating])));
  return { exercises, levels, ratings };
}
