/** The games of a file to import, and the parts they are sent in. */

/** @import { ImportGames } from "../wire.d.ts" */

const FORMAT = "charidice-history";
/** How many names the server takes at once. */
const NAMES = 1000;

/** The games of a file, each as text, and its names; any file but a backup is one game. @param {string} text @returns {Required<ImportGames>} */
export function gamesOf(text) {
  try {
    const data = JSON.parse(text);
    if (data?.format === FORMAT && Array.isArray(data.games)) return { games: data.games.map((/** @type {unknown} */ game) => JSON.stringify(game)), names: data.names ?? {} };
  } catch {
    // The server says what is wrong with it.
  }
  return { games: [text], names: {} };
}

/** What the trainer had kept in the browser of a backup, if anything. @param {string} text @returns {object | null} */
export function trainingOf(text) {
  try {
    const data = JSON.parse(text);
    return data?.format === FORMAT && data.training && typeof data.training === "object" ? data.training : null;
  } catch {
    return null;
  }
}

/**
 * Parts that the server takes at once, each with the number of its first game; a game that is too large is a part of its own.
 * @param {string[]} games @param {number} limit in bytes
 */
export function partsOf(games, limit) {
  /** @type {{first: number, games: string[], size: number}[]} */
  const parts = [];
  for (const [index, game] of games.entries()) {
    const size = new TextEncoder().encode(JSON.stringify(game)).length + 1;
    const last = parts.at(-1);
    if (last && last.size + size <= limit) {
      last.games.push(game);
      last.size += size;
    } else parts.push({ first: index, games: [game], size });
  }
  return parts;
}

/**
 * Parts of the names that the server takes at once.
 * @param {Record<string, string>} names @param {number} limit in bytes
 */
export function namePartsOf(names, limit) {
  /** @type {[string, string][][]} */
  const parts = [];
  let room = 0;
  for (const entry of Object.entries(names)) {
    const size = new TextEncoder().encode(JSON.stringify(Object.fromEntries([entry]))).length;
    const last = parts.at(-1);
    if (last && last.length < NAMES && size <= room) last.push(entry);
    else {
      parts.push([entry]);
      room = limit;
    }
    room -= size;
  }
  return parts.map(Object.fromEntries);
}
