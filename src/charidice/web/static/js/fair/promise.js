/** Compares the record of a game with what this browser stored before it. */

import { hex, sha256 } from "../engine/sha256.js";

/** @import { Kept } from "../types.d.ts" */
/** @import { PledgeView } from "../wire.d.ts" */

/** How a record differs from what this browser knows, as a code; null if it does not. @param {Kept} promise @param {PledgeView} pledge */
export function brokenPromise({ commitment, commitments, words }, pledge) {
  if (commitment !== pledge.commitment) return "commitment-changed";
  if (commitments && commitments.join() !== pledge.word_commitments?.join()) return "word-commitments-changed";
  return words && !isIn(words, commitments, pledge) ? "words-missing" : null;
}

/**
 * Whether words are in the dice, in place of their own commitment: at another seat a server could have added them after it had heard all.
 * @param {string} words @param {Kept["commitments"]} commitments @param {PledgeView} pledge
 */
function isIn(words, commitments, { entropy, word_commitments }) {
  // A page of an earlier version may have sent words to a server that no longer takes them without a commitment.
  if (!commitments) return Boolean(word_commitments) || entropy.includes(words);
  const mine = hex(sha256(new TextEncoder().encode(words)));
  return commitments.every((sealed, seat) => sealed !== mine || entropy[seat] === words);
}
