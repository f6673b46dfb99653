/**
 * This browser's secret words for the dice of its games: it commits to them when it sits down, and reveals them when the
 * game starts. Nobody at the table has to do anything.
 */

import { get, messageOf, post, randomWords, Unreachable } from "./api.js";
import { keepWords, promiseOf, rememberPromise, tableOf, wordsOf } from "./settings.js";
import { hex, sha256 } from "./sha256.js";

/** @import { Kept } from "../types.d.ts" */
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
 * Words are for one list of commitments at one table. A server that has heard them must not make the page reveal them again for
 * another seed or beside other commitments, which it could choose to suit the words.
 * @param {string} table @param {Kept} promise
 */
function isFirstUse(table, { commitment, commitments, words }) {
  const before = promiseOf(table);
  const isSame = before?.commitment === commitment && [undefined, commitments?.join()].includes(before.commitments?.join());
  return isSame && [table, null].includes(tableOf(words));
}

/**
 * Notes before a game which seed it promises, so that later this browser knows that it took part, with its words or without.
 * @param {View} view
 */
function notePromise({ table, commitment, game }) {
  if (!game && !promiseOf(table)) rememberPromise(table, { commitment, words: "" });
}

/**
 * Reveals this browser's words if the game is starting: only now, when everything else that the dice depend on is fixed. Notes
 * that and the words before it sends them, so that no answer can make the page forget that it did. Commits to other words for
 * a rematch. Returns the update, or null without one.
 * @param {{view: View, me: number | null}} update @returns {Promise<Update | null>}
 */
export async function reveal({ view, me }) {
  if (me !== null) notePromise(view);
  const { table, commitment, starting, seats } = view;
  const mine = starting?.order.findIndex((seat) => me !== null && seats[seat].holder === me && starting.waiting.includes(seat)) ?? -1;
  const words = starting && wordsOf(starting.commitments[mine] ?? "");
  if (!words || revealing.has(table)) return null;
  const promise = { commitment, commitments: starting.commitments, words };
  if (!isFirstUse(table, promise)) return null;
  revealing.add(table);
  rememberPromise(table, promise);
  try {
    return await post(`/api/tables/${table}/reveal`, { words, commitment: commit() });
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
