/** What the engine and the tables of this device refuse, in the user's language. */

import { COLOURS, faceWords, has, join, say } from "../lib/text.js";

/** @import { Refused } from "../engine/errors.js" */
/** @import { Seat } from "./types.d.ts" */

/** The values that are seats, colours or faces. */
const SEATS = ["player", "active", "recipient", "seat"];
const COLOURED = ["colour", "colours"];
const FACES = ["face", "other"];
/** In no text. */
const PLACE = "\0";

/** The reason, and where it is in a record, or what may be done instead. @param {Refused} refused @param {Seat[]} seats */
export function sentence({ code, values }, seats) {
  const key = `refused.${code}`;
  const told = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, word(name, value, seats)]));
  const reason = say(key, told);
  /** Whether the reason itself tells this value. @param {string} name */
  const tells = (name) => say(key, { ...told, [name]: PLACE }).includes(PLACE);
  if ("line" in values) return say("where.line", { line: told.line, reason });
  if ("field" in values) return tells("field") ? reason : say("where.field", { field: told.field, reason });
  const isListed = Array.isArray(values.allowed) && values.allowed.length && !tells("allowed");
  return isListed ? `${reason} ${say("allowed", { actions: told.allowed })}` : reason;
}

/** @param {string} name @param {unknown} value @param {Seat[]} seats @returns {unknown} */
function word(name, value, seats) {
  if (SEATS.includes(name) && typeof value === "number") return seats[value]?.name ?? say("player.number", { number: value + 1 });
  if (Array.isArray(value)) return join(value.map((each) => String(word(name, each, seats))), name === "allowed" ? "list.or" : "list.and");
  if (name === "allowed" && has(`action.${value}`)) return say(`action.${value}`);
  if (name === "expected" && has(`type.${value}`)) return say(`type.${value}`);
  if (COLOURED.includes(name)) return say(`colour.${COLOURS[String(value)]}`);
  if (FACES.includes(name)) return faceWords(String(value));
  return value;
}
