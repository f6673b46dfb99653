/** Imports a file: a backup, game by game, or a single record. Only the server judges the games. */

import { LONG, post, Refusal } from "../lib/api.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";
import { gamesOf, partsOf } from "./backup-file.js";

/** @import { ImportGames } from "../wire.d.ts" */
/** @typedef {{number: number, message: string}} Refused the game of a file, counted from 1, and why */
/** @typedef {{added: number, known: number, refused: Refused[]}} Outcome */

/**
 * Sends all games of a file, one part after another; `progress` is told how many are done.
 * @param {string} text @param {(done: number, all: number) => void} progress @returns {Promise<Outcome>}
 */
export async function importFile(text, progress) {
  const { games, names } = gamesOf(text);
  // Room for the rest of the request.
  const limit = 1024 * CONSTANTS.record_size - 1024 - new TextEncoder().encode(JSON.stringify(names)).length;
  /** @type {Outcome} */
  const outcome = { added: 0, known: 0, refused: [] };
  progress(0, games.length);
  for (const part of partsOf(games, limit)) {
    if (part.size > limit) {
      outcome.refused.push({ number: part.first + 1, message: say("web.record.too-large", { limit: CONSTANTS.record_size }) });
    } else {
      const answer = await sent({ games: part.games, names });
      outcome.added += answer.added;
      outcome.known += answer.known;
      outcome.refused.push(...answer.refused.map(({ number, message }) => ({ number: part.first + number + 1, message })));
    }
    progress(part.first + part.games.length, games.length);
  }
  return outcome;
}

/** Tries again while the server is busy. @param {ImportGames} part @returns {Promise<import("../wire.d.ts").ImportAnswer>} */
async function sent(part) {
  try {
    return await post("/api/history/import", part, LONG);
  } catch (error) {
    if (!(error instanceof Refusal) || !["busy", "too-many-messages"].includes(error.code) || !error.details.wait) throw error;
    await new Promise((resolve) => setTimeout(resolve, error.details.wait));
    return sent(part);
  }
}
