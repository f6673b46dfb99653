/** The dice verifier on every golden record, and on every way to tamper with one. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { hex, hmacSha256, sha256 } from "../../src/charidice/web/static/js/engine/sha256.js";
import { verify } from "../../src/charidice/web/static/js/fair/verifier.js";

const FOLDER = new URL("../playthroughs/", import.meta.url);
const GOLDEN = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));

/** @typedef {{event: string, keep: number[], faces: string[]}} Event */

/** Changes a die's face to its next number. @param {{dice: string[]}} record @param {Event} roll @param {number} die */
function turnOver({ dice }, { faces }, die) {
  const number = Number(faces[die][1]) % 6;
  faces[die] = `${dice[die][number]}${number + 1}`;
}

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf-8"));

test("SHA-256 and HMAC match Node's", () => {
  for (const text of ["", "abc", "a".repeat(55), "a".repeat(56), "a".repeat(64), "ß".repeat(1000)]) {
    const bytes = new TextEncoder().encode(text);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    assert.equal(hex(hmacSha256(bytes, bytes)), createHmac("sha256", bytes).update(bytes).digest("hex"));
  }
});

for (const name of GOLDEN) {
  test(`${name}: every die follows from the seed, or it says why it cannot be checked`, () => {
    const record = read(name);
    const result = verify(record);
    if (record.pledge?.seed) {
      const rolled = record.events.filter((/** @type {Event} */ { event }) => event === "rolled");
      const dice = rolled.reduce((/** @type {number} */ sum, /** @type {Event} */ { keep }) => sum + 6 - keep.length, 0);
      assert.deepEqual([result.ok, result.rolls.length, result.ok && result.dice], [true, rolled.length, dice]);
    } else {
      const code = record.pledge ? "seed-not-published" : "real-dice";
      assert.deepEqual(result, { ok: false, code, values: {}, rolls: [] });
    }
  });
}

test("every changed die is found", () => {
  for (const [index, { event, keep }] of read("two-players.json").events.entries()) {
    if (event !== "rolled") continue;
    const changed = read("two-players.json");
    const die = [0, 1, 2, 3, 4, 5].findIndex((one) => !keep.includes(one));
    turnOver(changed, changed.events[index], die);
    const result = verify(changed);
    assert.ok(!result.ok);
    assert.deepEqual([result.code, result.values.die], ["die-does-not-match", die]);
  }
});

/** @type {[string, string, (record: any) => unknown][]} */
const CHANGES = [
  ["another seed", "seed-does-not-match-commitment", ({ pledge }) => (pledge.seed = "11".repeat(32))],
  ["another promise", "seed-does-not-match-commitment", ({ pledge }) => (pledge.commitment = "22".repeat(32))],
  ["words that were not mixed in", "die-does-not-match", ({ pledge }) => (pledge.entropy = ["", "", ""])],
  ["a kept die turned over", "kept-die-changed", (record) => turnOver(record, record.events[1], record.events[1].keep[0])],
  ["a roll left out", "event-out-of-order", ({ events }) => events.shift()],
  ["an end cut off", "game-not-over", ({ events }) => events.pop()],
  ["a die too few", "damaged", ({ events }) => events[0].faces.pop()],
  ["a version of the future", "unknown-version", (record) => (record.version = 4)],
  ["another game", "not-a-record", (record) => (record.format = "chess")],
];

/** @type {[string, string, (record: any) => unknown][]} */
const OTHER_BEGINNINGS = [
  ["no position", "event-out-of-order", (record) => delete record.begins_at],
  ["what is none", "damaged", (record) => (record.begins_at = "C1")],
  ["other players", "damaged", (record) => (record.begins_at = "C1 1+0-1:2x/:2x -")],
  ["turns that do not fit", "damaged", (record) => (record.begins_at = record.begins_at.replace("24+0-4:", ":"))],
  ["one die twice", "damaged", (record) => (record.begins_at = record.begins_at.replace("2:B4", "2:O4"))],
  ["another die on the table", "kept-die-changed", (record) => (record.begins_at = record.begins_at.replace("2:B4", "2:O2"))],
  ["a turn without dice", "event-out-of-order", (record) => (record.begins_at = record.begins_at.replace(/2:(..){6}/, "-"))],
];

for (const [what, code, change] of OTHER_BEGINNINGS) {
  test(`a game that begins at ${what}: ${code}`, () => {
    const record = read("from-a-position.json");
    const begun = verify(record);
    assert.deepEqual(begun.ok && begun.begins, { round: 2, seat: 1, roll: 2, lying: ["B4", "G2", "G1", "G6", "K2", "O4"] });
    change(record);
    const result = verify(record);
    assert.equal(!result.ok && result.code, code);
  });
}

const COMMITTED = "committed-words.json";

test("words are told from those withheld and those never committed to", () => {
  const wordsOf = (/** @type {(pledge: any) => unknown} */ change, name = COMMITTED) => {
    const record = read(name);
    change(record.pledge);
    const result = verify(record);
    return result.ok ? result.words : result.code;
  };
  assert.deepEqual(wordsOf(() => {}), ["revealed", "withheld", "none"]);
  assert.deepEqual(wordsOf((pledge) => (pledge.word_commitments[0] = null)), ["uncommitted", "withheld", "none"]);
  assert.deepEqual(wordsOf((pledge) => delete pledge.word_commitments, "three-players-with-words.json"), ["uncommitted", "none", "uncommitted"]);
  assert.deepEqual(wordsOf((pledge) => (pledge.entropy = []), "two-players.json"), ["none", "none"]);
  assert.equal(wordsOf((pledge) => (pledge.entropy[0] = "ab".repeat(16))), "words-do-not-match-commitment");
  assert.equal(wordsOf((pledge) => (pledge.entropy[0] = "")), "words-do-not-match-commitment");
  assert.equal(wordsOf((pledge) => pledge.word_commitments.reverse()), "words-do-not-match-commitment");
  assert.equal(wordsOf((pledge) => pledge.word_commitments.pop()), "damaged");
  assert.equal(wordsOf((pledge) => (pledge.word_commitments[0] = "AB")), "damaged");
});

for (const [what, code, change] of CHANGES) {
  test(`${what}: ${code}`, () => {
    const record = read("three-players-with-words.json");
    change(record);
    const result = verify(record);
    assert.equal(!result.ok && result.code, code);
  });
}

test("no input makes it throw", () => {
  for (const rubbish of [undefined, null, 3, "x", [], {}, { format: "charidice" }, { format: "charidice", version: 1 }]) {
    assert.equal(verify(rubbish).ok, false);
  }
});
