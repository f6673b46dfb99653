/** The position of a finished game before its last decision. */

import { evolve } from "../engine/engine.js";
import { load } from "../engine/record/forms.js";
import { RecordError, startOf } from "../engine/record/game.js";
import { readPosition, writePosition } from "../engine/record/position.js";
import { get } from "../lib/api.js";

/** Null if no position has the boxes that somebody entered by hand. @param {string} table @returns {Promise<string | null>} */
export async function lastDecision(table) {
  const record = load(JSON.stringify(await get(`/api/tables/${table}/record`)));
  const position = writePosition(record.events.slice(0, -1).reduce(evolve, startOf(record)));
  try {
    readPosition(position);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return null;
  }
  return position;
}
