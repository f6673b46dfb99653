/** The best game of the person at this browser, by the standard rules. */

import { CONSTANTS, setSetting, setting } from "../lib/settings.js";

/** @import { TableSettings } from "../types.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

/** The settings that change how many points a game brings; a score pad has dice that nobody can check. @type {(keyof TableSettings)[]} */
const RULES = ["rounds", "free_giving", "late_asking", "pad"];

/**
 * Stores a finished game if it is the best so far. Returns the points of the best game before it; null if this one is not
 * better, or the first.
 * @param {Situation} situation
 */
export function beatenBest({ game, view, you }) {
  const total = you === null ? null : (game.sheets[you].result?.total ?? null);
  if (total === null || RULES.some((name) => view.settings[name] !== CONSTANTS.settings[name])) return null;
  const best = setting("best");
  // Shown again, the game is not its own rival.
  const before = best?.table === view.table ? best.before : (best?.total ?? null);
  if (before !== null && total <= before) return null;
  if (best?.table !== view.table || best.total !== total) setSetting("best", { table: view.table, total, before });
  return before;
}
