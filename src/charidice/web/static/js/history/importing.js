/** Imports a file: a backup, game by game, or a single record. Only the server judges the games. */

import { LONG, post, Refusal } from "../lib/api.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";
import { gamesOf, namePartsOf, partsOf, trainingOf } from "./backup-file.js";

/** @import { ImportGames } from "../wire.d.ts" */
/** @typedef {{number: number, message: string}} Refused the game of a file, counted from 1, and why */
/** @typedef {{added: number, known: number, refused: Refused[], training: boolean}} Outcome whether there was progress of the trainer */

/**
 * Sends all games of a file and then its names, one part after another.
 * `progress` is told how many games are done, and until when the server wants to be left alone.
 * @param {string} text @param {(done: number, all: number, until?: Date) => void} progress @returns {Promise<Outcome>}
 */
export async function importFile(text, progress) {
  const { games, names } = gamesOf(text);
  // Bytes reserved for the rest of the request.
  const limit = 1024 * CONSTANTS.record_size - 1024;
  /** @type {Outcome} */
  const outcome = { added: 0, known: 0, refused: [], training: false };
  let done = 0;
  const send = (/** @type {ImportGames} */ part) => sent(part, (until) => progress(done, games.length, until));
  progress(done, games.length);
  for (const part of partsOf(games, limit)) {
    if (part.size > limit) {
      outcome.refused.push({ number: part.first + 1, message: say("web.record.too-large", { limit: CONSTANTS.record_size }) });
    } else {
      const answer = await send({ games: part.games });
      outcome.added += answer.added;
      outcome.known += answer.known;
      outcome.refused.push(...answer.refused.map(({ number, message }) => ({ number: part.first + number + 1, message })));
    }
    done = part.first + part.games.length;
    progress(done, games.length);
  }
  for (const part of namePartsOf(names, limit)) await send({ games: [], names: part });
  const training = trainingOf(text);
  if (training) {
    (await import("../lib/training.js")).addProgress(training);
    outcome.training = true;
  }
  return outcome;
}

/**
 * Tries again while the server is busy, or in the next hour, of which `wait` is told.
 * @param {ImportGames} part @param {(until: Date) => void} wait @returns {Promise<import("../wire.d.ts").ImportAnswer>}
 */
async function sent(part, wait) {
  try {
    return await post("/api/history/import", part, LONG);
  } catch (error) {
    if (!(error instanceof Refusal) || !["busy", "too-many-imports", "too-many-messages"].includes(error.code) || !error.details.wait) throw error;
    if (error.code === "too-many-imports") wait(new Date(Date.now() + error.details.wait));
    await new Promise((resolve) => setTimeout(resolve, error.details.wait));
    return sent(part, wait);
  }
}
