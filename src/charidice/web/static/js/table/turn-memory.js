/** What is held and chosen in a turn, kept by this tab, so that loading the page again forgets nothing. */

/** @param {string} table */
const keyOf = (table) => `charidice:turn:${table}`;

/**
 * @param {string} table
 * @param {string} moment the roll that it is about
 * @param {{held: number[], chosen: string | null}} turn
 */
export function rememberTurn(table, moment, turn) {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify({ moment, ...turn }));
  } catch {
    // A private window may not keep anything; it lasts as long as the page does.
  }
}

/** What was kept of this very moment. @param {string} table @param {string} moment @returns {{held: number[], chosen: string | null} | null} */
export function rememberedTurn(table, moment) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "null");
    return kept?.moment === moment ? kept : null;
  } catch {
    return null;
  }
}
