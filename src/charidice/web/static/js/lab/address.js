/** The address of a position: `/lab#` and the position string, with `_` for its spaces; another objective than victory follows. */

import { RecordError } from "../engine/record/game.js";
import { readNode, readPosition } from "../engine/record/position.js";

/** @import { GameState } from "../engine/state.js" */

export const VICTORY = "victory";
/** Between the position and the objective; in no position. */
const FOR = "&for=";
/** Percent signs make an address up to three times as long as its position. */
const LONGEST = 8_000;
const OBJECTIVE = /^(victory|lead|points|charity|target -?[0-9]{1,4})$/;

/** @param {string} text */
const joined = (text) => text.replaceAll(" ", "_");

/** The hash of a position. @param {string} position @param {string} [objective] */
export const hashOf = (position, objective = VICTORY) => `#${joined(position)}${objective === VICTORY ? "" : FOR + joined(objective)}`;

/** @param {string} position @param {string} [objective] */
export const addressOf = (position, objective) => `/lab${hashOf(position, objective)}`;

/**
 * The position and the objective of a hash, null without one; throws RecordError. Of a node, which is a position and its next step, the position.
 * @param {string} hash @returns {{state: GameState, objective: string} | null}
 */
export function readHash(hash) {
  if (hash.length < 2) return null;
  if (hash.length > LONGEST) throw new RecordError("field-too-long", { field: hash.slice(0, 60), most: LONGEST });
  const [position, objective = VICTORY] = decoded(hash.slice(1)).replaceAll("_", " ").split(FOR);
  const state = position.includes("|") ? readNode(position).state : readPosition(position);
  return { state, objective: OBJECTIVE.test(objective) ? objective : VICTORY };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign of somebody's own.
    return text;
  }
}
