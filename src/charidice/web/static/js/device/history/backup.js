/** The games of a backup file, in the form that servers write and read. */

import { isWhole } from "../../engine/errors.js";
import { kindOf } from "../../engine/history/games.js";
import { load } from "../../engine/record/forms.js";
import { publicRecord, RecordError } from "../../engine/record/game.js";
import { dumpJson, loadJson } from "../../engine/record/jsonform.js";
import { keyOfId } from "../../engine/history/known.js";
import { hex, sha256 } from "../../engine/sha256.js";

/** @import { GameKind } from "../../engine/history/games.js" */
/** @import { GameRecord } from "../../engine/record/game.js" */

const IMPORTED = "imported-";
const KINDS = ["pad", "online", "bots", "table"];
/** The most characters of an id. */
const ID_LIMIT = 64;
const DIGITS = 32;

/** @param {string} text */
const digest = (text) => hex(sha256(new TextEncoder().encode(text)));

/** The commitment to its dice, which is unique; without one the id, or a digest of the record. @param {GameRecord} record @param {string} id */
export const keyOf = (record, id) => record.pledge?.commitment ?? (id ? keyOfId(id) : digest(dumpJson(record)));

/** @param {GameRecord} record @param {{id: string, at: string, kind: GameKind, mine: number[]}} kept */
export const backupLine = (record, kept) => ({ ...kept, record: JSON.parse(dumpJson(record)) });

/**
 * Reads one game of a file, or a record alone; what is refused names the wrong field.
 * @param {string} text @returns {{id: string, key: string, at: string | null, kind: GameKind, mine: number[], record: GameRecord}}
 */
export function readGame(text) {
  const data = parsed(text);
  if (!data || typeof data !== "object" || !("record" in data)) return saved(load(text), {});
  const fields = /** @type {Record<string, unknown>} */ (data);
  const unknown = Object.keys(fields).find((name) => !["id", "at", "kind", "mine", "record"].includes(name));
  if (unknown !== undefined) throw new RecordError("unknown-field", { field: unknown });
  return saved(loadJson(JSON.stringify(fields.record)), fields);
}

/** @param {GameRecord} read @param {Record<string, unknown>} fields */
function saved(read, { id = "", at = null, kind = null, mine = [] }) {
  const record = publicRecord(read);
  if (typeof id !== "string") throw new RecordError("field-wrong-type", { field: "id", expected: "str" });
  if (id.length > ID_LIMIT) throw new RecordError("field-too-long", { field: "id", most: ID_LIMIT });
  if (at !== null && (typeof at !== "string" || Number.isNaN(Date.parse(at)))) throw new RecordError("not-a-time", { field: "at" });
  if (kind !== null && !KINDS.includes(String(kind))) throw new RecordError("not-one-of", { field: "kind", allowed: KINDS });
  if (!Array.isArray(mine)) throw new RecordError("field-wrong-type", { field: "mine", expected: "list" });
  if (!mine.every((seat) => isWhole(seat, 0, record.players.length - 1))) throw new RecordError("no-such-seat", { field: "mine" });
  const key = keyOf(record, id);
  const time = at === null ? null : new Date(at).toISOString();
  return { id: `${IMPORTED}${digest(key).slice(0, DIGITS)}`, key, at: time, kind: /** @type {GameKind} */ (kind) ?? kindOf(record), mine: [...new Set(mine)], record };
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // It may be a notation; reading it says what is wrong.
    return null;
  }
}
