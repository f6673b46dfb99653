/**
 * This browser's secret words for the dice of its games: it commits to them when it sits down, and reveals them when the
 * game starts. Nobody at the table has to do anything.
 */

import { get, messageOf, post, randomWords, Unreachable } from "./api.js";
import { keepWords, rememberPromise, wordsOf } from "./settings.js";
import { hex, sha256 } from "./sha256.js";

/** @import { Update, View } from "../wire.d.ts" */

const PAUSE = 500;
/** The tables where a reveal is under way. @type {Set<string>} */
const revealing = new Set();

/** Makes random words, keeps them and returns their SHA-256. */
export function commit() {
  const words = randomWords();
  const commitment = hex(sha256(new TextEncoder().encode(words)));
  keepWords(commitment, words);
  return commitment;
}

/**
 * Reveals this browser's words if the game is starting: only now, when everything else that the dice depend on is fixed, and
 * after noting that. Commits to other words for a rematch. Returns the update, or null without one.
 * @param {{view: View, me: number | null}} update @returns {Promise<Update | null>}
 */
export async function reveal({ view, me }) {
  const { table, commitment, starting, seats } = view;
  const mine = starting?.order.findIndex((seat) => me !== null && seats[seat].holder === me && starting.waiting.includes(seat)) ?? -1;
  const words = starting && wordsOf(starting.commitments[mine] ?? "");
  if (!words || revealing.has(table)) return null;
  revealing.add(table);
  const promise = { commitment, commitments: starting.commitments, words: "" };
  rememberPromise(table, promise);
  try {
    const update = await post(`/api/tables/${table}/reveal`, { words, commitment: commit() });
    rememberPromise(table, { ...promise, words });
    return update;
  } catch (error) {
    // Refused means that the game has started without these words: the table says so.
    const refused = !(error instanceof Unreachable) && messageOf(error);
    if (refused) return null;
  } finally {
    revealing.delete(table);
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  return reveal({ view, me });
}

/** Reveals this browser's words at a rematch that it is not looking at. @param {string} table */
export async function revealAt(table) {
  try {
    await reveal(await get(`/api/tables/${table}`));
  } catch (error) {
    messageOf(error);
  }
}
