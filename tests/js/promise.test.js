/** What a page that took part in a game says about its record. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { brokenPromise } from "../../src/charidice/web/static/js/fair/promise.js";

const SEED = "0".repeat(64);
const [MINE, OTHER] = ["ab".repeat(16), "cd".repeat(16)];
const [SEALED, SEALED_OTHER] = [MINE, OTHER].map((words) => createHash("sha256").update(words).digest("hex"));

/** @param {(string | null)[]} commitments @param {string[]} entropy */
const broken = (commitments, entropy, changed = {}) =>
  brokenPromise({ commitment: SEED, commitments, words: MINE, ...changed }, { commitment: SEED, seed: null, entropy, word_commitments: commitments });

test("a promise is kept if the words of this browser are in the dice, whatever the others did", () => {
  assert.equal(broken([SEALED, SEALED_OTHER], [MINE, OTHER]), null);
  assert.equal(broken([SEALED, SEALED_OTHER], [MINE, SEALED_OTHER]), null);
  assert.equal(broken([SEALED, SEALED], [MINE, MINE]), null);
});

test("words that were sent and are missing are missed", () => {
  assert.equal(broken([SEALED, SEALED_OTHER], [SEALED, OTHER]), "words-missing");
  assert.equal(broken([SEALED, SEALED], [MINE, SEALED]), "words-missing");
  assert.equal(broken([SEALED, SEALED_OTHER], [SEALED, OTHER], { words: "" }), null);
});

test("words at another seat than that of their commitment are missed: they could have been added there at the end", () => {
  assert.equal(broken([SEALED, null], [SEALED, MINE]), "words-missing");
});

test("another seed or another list of commitments is a change", () => {
  assert.equal(broken([SEALED, SEALED_OTHER], [MINE, OTHER], { commitment: "1".repeat(64) }), "commitment-changed");
  assert.equal(broken([SEALED, SEALED_OTHER], [MINE, OTHER], { commitments: [SEALED, null] }), "word-commitments-changed");
});

test("words of an earlier version were sent without a commitment", () => {
  const promise = { commitment: SEED, words: MINE };
  const pledge = { commitment: SEED, seed: null, entropy: [MINE, OTHER] };
  assert.equal(brokenPromise(promise, pledge), null);
  assert.equal(brokenPromise(promise, { ...pledge, entropy: [OTHER, OTHER] }), "words-missing");
  assert.equal(brokenPromise(promise, { ...pledge, entropy: ["", ""], word_commitments: [null, null] }), null);
});
