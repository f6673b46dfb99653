/** The position of a finished game before its last decision. */

import { evolve } from "../engine/engine.js";
import { load } from "../engine/record/forms.js";
import { startOf } from "../engine/record/game.js";
import { positionOf } from "../engine/record/position.js";
import { get } from "../lib/api.js";

/** Null if no position has the boxes that somebody entered by hand. @param {string} table @returns {Promise<string | null>} */
export async function lastDecision(table) {
  const record = load(JSON.stringify(await get(`/api/tables/${table}/record`)));
  return positionOf(record.events.slice(0, -1).reduce(evolve, startOf(record)));
}
