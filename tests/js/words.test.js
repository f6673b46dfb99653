/** This browser's words for the dice: kept when it commits, sent only when everything else is fixed. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";

import { answers, begin, end, pass, requests } from "./browser.js";
import { viewAt } from "./tables.js";

/** @type {Map<string, string>} */
const stored = new Map();
const localStorage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
};
Object.assign(globalThis, { localStorage });

const { promiseOf, wordsOf } = await import("../../src/charidice/web/static/js/lib/settings.js");
const { commit, reveal, revealAtRematch } = await import("../../src/charidice/web/static/js/lib/words.js");

const OTHER = "0".repeat(64);

/** A table where Ben starts; both are still waited for. @param {string | null} commitment */
const starting = (commitment, waiting = [0, 1]) => ({
  ...{ ...viewAt(3), stage: /** @type {const} */ ("lobby"), game: null, commitment: "seed" },
  starting: { order: [1, 0], commitments: [OTHER, commitment], waiting },
});

beforeEach(() => {
  begin();
  stored.clear();
});
afterEach(end);

test("a commitment is the SHA-256 of 128 random bits, which are kept", () => {
  const [first, second] = [commit(), commit()];
  const words = String(wordsOf(first)?.words);
  assert.match(words, /^[0-9a-f]{32}$/);
  assert.equal(createHash("sha256").update(words).digest("hex"), first);
  assert.notEqual(wordsOf(second)?.words, words);
});

test("words are revealed with a commitment to others, after noting all commitments", async () => {
  const commitment = commit();
  answers.push({ view: viewAt(4) });
  const sent = reveal("t", { view: starting(commitment), me: 0 });
  assert.deepEqual(promiseOf("t"), { commitment: "seed", commitments: [OTHER, commitment], words: wordsOf(commitment)?.words });
  assert.deepEqual(await sent, { view: viewAt(4) });
  const [{ path, body }] = requests;
  assert.equal(path, "/api/tables/t/reveal");
  assert.equal(body.words, wordsOf(commitment)?.words);
  assert.notEqual(wordsOf(body.commitment), null);
  assert.notEqual(body.commitment, commitment);
});

test("nothing is revealed before the start, for another seat, twice, by a watcher or without the words", async () => {
  const commitment = commit();
  const view = starting(commitment);
  for (const update of [
    { view: { ...view, starting: null }, me: 0 },
    { view, me: 1 },
    { view, me: null },
    { view: starting(commitment, [1]), me: 0 },
    { view: starting("1".repeat(64)), me: 0 },
    { view: starting(null), me: 0 },
  ]) assert.equal(await reveal("t", update), null);
  assert.deepEqual(requests, []);
});

test("before a game a player's page notes its seed, a watcher's does not, and later nobody's", async () => {
  const view = { ...starting(null), starting: null };
  await reveal("t", { view, me: null });
  await reveal("t", { view: { ...viewAt(3), commitment: "seed" }, me: 0 });
  assert.equal(promiseOf("t"), null);
  await reveal("t", { view, me: 0 });
  await reveal("t", { view: { ...view, commitment: "another seed" }, me: 0 });
  assert.deepEqual(promiseOf("t"), { commitment: "seed", words: "" });
});

test("words are not revealed for another seed than the one promised when the browser sat down", async () => {
  const view = starting(commit());
  await reveal("t", { view: { ...view, starting: null }, me: 0 });
  assert.equal(await reveal("t", { view: { ...view, commitment: "another seed" }, me: 0 }), null);
  assert.deepEqual(requests, []);
});

test("a request under way is not sent again, a lost one is", async () => {
  const update = { view: starting(commit()), me: 0 };
  answers.push("unreachable", { view: viewAt(4) });
  const sent = reveal("t", update);
  assert.equal(await reveal("t", update), null);
  await pass();
  assert.equal(requests.length, 1);
  await pass(500);
  assert.deepEqual(await sent, { view: viewAt(4) });
  assert.equal(requests.length, 2);
});

test("words that the server calls too late are remembered as sent", async () => {
  const commitment = commit();
  answers.push({ status: 409, error: { code: "too-late-for-words", message: "too late" } });
  assert.equal(await reveal("t", { view: starting(commitment), me: 0 }), null);
  assert.equal(promiseOf("t")?.words, wordsOf(commitment)?.words);
});

test("words once sent are not revealed for another seed, beside other commitments or at another table", async () => {
  const commitment = commit();
  const view = starting(commitment);
  answers.push({ status: 409, error: { code: "too-late-for-words", message: "too late" } });
  await reveal("t", { view, me: 0 });
  const promise = promiseOf("t");
  for (const other of [
    { ...view, commitment: "another seed" },
    { ...view, starting: { ...view.starting, commitments: ["1".repeat(64), commitment] } },
    { ...view, table: "another" },
  ]) assert.equal(await reveal(other.table, { view: other, me: 0 }), null);
  assert.equal(requests.length, 1);
  assert.deepEqual([promiseOf("t"), promiseOf("another")?.words], [promise, ""]);
});

test("what was noted about words once sent is not pushed out by tables where none were sent", async () => {
  const commitment = commit();
  answers.push({ status: 409, error: { code: "too-late-for-words", message: "too late" } });
  await reveal("t", { view: starting(commitment), me: 0 });
  const promise = promiseOf("t");
  const invented = Array.from({ length: 60 }, (_, number) => `invented ${number}`);
  for (const table of invented) await reveal(table, { view: { ...starting(null), table, starting: null }, me: 0 });
  assert.deepEqual(promiseOf("t"), promise);
  assert.deepEqual([promiseOf(invented[9]), promiseOf(invented[10])?.words], [null, ""]);
});

test("words once sent are not revealed for another use, even if all that was noted about tables is lost", async () => {
  const commitment = commit();
  const view = starting(commitment);
  answers.push({ status: 409, error: { code: "too-late-for-words", message: "too late" } }, { view: viewAt(4) });
  await reveal("t", { view, me: 0 });
  for (const other of [{ ...view, commitment: "another seed" }, { ...view, table: "another" }]) {
    stored.delete("charidice:promises");
    assert.equal(await reveal(other.table, { view: other, me: 0 }), null);
  }
  assert.equal(requests.length, 1);
  stored.delete("charidice:promises");
  assert.deepEqual(await reveal("t", { view, me: 0 }), { view: viewAt(4) });
});

test("nothing is noted or revealed for a table that the page is not at", async () => {
  assert.equal(await reveal("t", { view: { ...starting(commit()), table: "another" }, me: 0 }), null);
  assert.deepEqual([requests, promiseOf("t"), promiseOf("another")], [[], null, null]);
});

test("words that come too fast for the server are sent once more after the time it names", async () => {
  const commitment = commit();
  answers.push({ status: 429, error: { code: "too-many-messages", message: "wait", wait: 2000 } }, { view: viewAt(4) });
  const sent = reveal("t", { view: starting(commitment), me: 0 });
  await pass();
  assert.equal(requests.length, 1);
  await pass(2000);
  assert.deepEqual(await sent, { view: viewAt(4) });
  assert.deepEqual(requests[1].body, requests[0].body);
});

test("words that an earlier version stored are revealed too", async () => {
  const words = "ab".repeat(16);
  const commitment = createHash("sha256").update(words).digest("hex");
  stored.set("charidice:words", JSON.stringify({ [commitment]: words }));
  answers.push({ view: viewAt(4) });
  await reveal("t", { view: starting(commitment), me: 0 });
  assert.equal(requests[0].body.words, words);
});

test("a table has one rematch, and one that is gone does no harm", async () => {
  const again = { ...starting(commit()), table: "again" };
  answers.push({ view: again, me: 0 }, { view: viewAt(4) });
  await revealAtRematch("t", "again");
  assert.deepEqual(requests.map(({ path }) => path), ["/api/tables/again", "/api/tables/again/reveal"]);
  await revealAtRematch("t", "invented");
  assert.equal(requests.length, 2);
  answers.push({ status: 404, error: { code: "no-such-table", message: "gone" } });
  await revealAtRematch("another", "gone");
  assert.equal(requests.length, 3);
});

test("where storage is blocked, words last until the page is left", () => {
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new Error("blocked");
  };
  const commitment = commit();
  localStorage.setItem = setItem;
  assert.match(String(wordsOf(commitment)?.words), /^[0-9a-f]{32}$/);
});
