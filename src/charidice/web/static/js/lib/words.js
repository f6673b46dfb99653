/**
 * This browser's secret words for the dice of its games: it commits to them when it sits down, and reveals them when the
 * game starts. Nobody at the table has to do anything.
 */

import { TOO_MANY, get, messageOf, patiently, post, randomWords, Unreachable } from "./api.js";
import { keepWords, promiseOf, rememberPromise, wordsOf } from "./settings.js";
import { hex, sha256 } from "../engine/sha256.js";

/** @import { Update, View } from "../wire.d.ts" */

const PAUSE = 500;
/** The tables with a reveal in progress. @type {Set<string>} */
const revealing = new Set();
/** The rematch of each table, as it was first announced. @type {Map<string, string>} */
const rematches = new Map();

/** Makes random words, keeps them and returns their SHA-256. */
export function commit() {
  const words = randomWords();
  const commitment = hex(sha256(new TextEncoder().encode(words)));
  keepWords(commitment, { words });
  return commitment;
}

/**
 * Notes before a game which seed it promises, so that later this browser knows that it took part, with its words or without.
 * @param {View} view
 */
function notePromise({ table, commitment, game }) {
  if (!game && !promiseOf(table)) rememberPromise(table, { commitment, words: "" });
}

/**
 * Reveals this browser's words if the game of a table is starting: only now, when everything else that the dice depend on is fixed.
 * Notes that and the words before it sends them, so that no answer can make the page forget that it did. The words are for one list of
 * commitments at one table, even where that note has been lost: a server that has heard them must not make the page reveal them again
 * for another seed or beside other commitments, which it could choose to suit the words. Commits to other words for a rematch. Returns
 * the update, or null without one.
 * @param {string} table @param {{view: View, me: number | null}} update @returns {Promise<Update | null>}
 */
export async function reveal(table, { view, me }) {
  if (view.table !== table) return null;
  if (me !== null) notePromise(view);
  const { commitment, starting, seats } = view;
  const mine = starting?.order.findIndex((seat) => me !== null && seats[seat].holder === me && starting.waiting.includes(seat)) ?? -1;
  const sealed = starting?.commitments[mine];
  const secret = sealed && wordsOf(sealed);
  if (!secret || revealing.has(table) || promiseOf(table)?.commitment !== commitment) return null;
  const use = [table, commitment, ...starting.commitments].join();
  if ((secret.use ?? use) !== use) return null;
  const { words } = secret;
  keepWords(sealed, { words, use });
  rememberPromise(table, { commitment, commitments: starting.commitments, words });
  const sent = { words, commitment: commit() };
  revealing.add(table);
  try {
    return await untilAnswered(() => post(`/api/tables/${table}/reveal`, sent));
  } finally {
    revealing.delete(table);
  }
}

/** The update, or null if the server refuses. @param {() => Promise<Update>} ask @returns {Promise<Update | null>} */
async function untilAnswered(ask) {
  try {
    return await patiently(ask, TOO_MANY);
  } catch (error) {
    // A refusal means that the game has started without these words; the table says so.
    const refused = !(error instanceof Unreachable) && messageOf(error);
    if (refused) return null;
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  return untilAnswered(ask);
}

/**
 * Reveals this browser's words at the rematch of a table, which it is not looking at. A table has one: a server that announces others may
 * want this browser to forget what it noted.
 * @param {string} table @param {string} rematch
 */
export async function revealAtRematch(table, rematch) {
  if ((rematches.get(table) ?? rematch) !== rematch) return;
  rematches.set(table, rematch);
  try {
    await reveal(rematch, await get(`/api/tables/${rematch}`));
  } catch (error) {
    messageOf(error);
  }
}
