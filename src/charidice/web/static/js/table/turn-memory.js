/** Held dice and chosen option in sessionStorage, so that they survive a reload. */

/** @import { GameView } from "../wire.d.ts" */

/** @param {string} table */
const keyOf = (table) => `charidice:turn:${table}`;

/** Identifies a roll. @param {GameView} game */
export const turnOf = ({ round, active, rolls, faces }) => `${round}/${active}/${rolls}/${faces}`;

/**
 * @param {string} table
 * @param {string} moment identifies the roll
 * @param {{held: number[], chosen: string | null}} turn
 */
export function rememberTurn(table, moment, turn) {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify({ moment, ...turn }));
  } catch {
    // Storage may be blocked in a private window.
  }
}

/** The stored choice for this roll, if any. @param {string} table @param {string} moment @returns {{held: number[], chosen: string | null} | null} */
export function rememberedTurn(table, moment) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "null");
    return kept?.moment === moment ? kept : null;
  } catch {
    return null;
  }
}
