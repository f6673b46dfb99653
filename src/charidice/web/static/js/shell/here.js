/** Hints and reviews of games on the server, where this device can work them out. */

import { isHere } from "../lib/api.js";

/** @typedef {typeof import("../device/online.js")} Online */

/** @type {Online | null} */
let online = null;

/**
 * Null where the server has to be asked, as about games of this device, which answers for them itself.
 * @template T @param {string} table @param {(online: Online) => Promise<T | null>} ask @returns {Promise<T | null>}
 */
export async function workedOutHere(table, ask) {
  if (isHere(table)) return null;
  // Without a network the server cannot be asked either, which is told then.
  online ??= await import("../device/online.js").catch(() => null);
  return online && ask(online);
}

/** The same, but nothing is loaded for it. @template T @param {string} table @param {(online: Online) => Promise<T | null>} ask @returns {Promise<T | null>} */
export const workedOutAlready = async (table, ask) => (online ? workedOutHere(table, ask) : null);
