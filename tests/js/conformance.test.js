/** The dice verifier on the conformance kit: the dice of every game, and every roll of fair dice by its place. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../../src/charidice/web/static/js/fair/verifier.js";

/** @param {string} name @returns {any[]} */
const lines = (name) =>
  readFileSync(new URL(`../../conformance/${name}.jsonl`, import.meta.url), "utf-8").trim().split("\n").map((line) => JSON.parse(line));

test("every die of every game follows from its seed", () => {
  const games = lines("games");
  assert.ok(games.length >= 4);
  for (const { record } of games) {
    const result = verify(record);
    const rolled = record.events.filter((/** @type {{event: string}} */ { event }) => event === "rolled");
    assert.deepEqual([result.ok, result.rolls.length], [true, rolled.length]);
  }
});

test("fair dice show the numbers of the kit at their places", () => {
  const DICE = ["YOGBPK", "OGBPKY", "GBPKYO", "BPKYOG", "PKYOGB", "KYOGBP"];
  let seen = 0;
  for (const { seed, commitment, entropy, rolls } of lines("dice")) {
    const players = entropy.length ? entropy.map((/** @type {string} */ _, /** @type {number} */ seat) => `p${seat}`) : ["a", "b", "c", "d"];
    for (const { seat, numbers } of rolls.filter((/** @type {any} */ { round, roll }) => round === 1 && roll === 1)) {
      /** @param {number} die @param {number} number */
      const face = (die, number) => DICE[die][number - 1] + number;
      // The rolls before it are not those of the seed, so the verifier stops at the first; it is asked for this one only.
      if (seat !== 0) continue;
      const events = [{ event: "rolled", seat, keep: [], faces: numbers.map((/** @type {number} */ number, /** @type {number} */ die) => face(die, number)) }];
      const record = { format: "charidice", version: 1, players, dice: DICE, house_rules: { rounds: 1 }, pledge: { commitment, entropy, seed }, events };
      const result = verify(record);
      assert.deepEqual([!result.ok && result.code, result.rolls.length], ["game-not-over", 1]);
      seen += 1;
    }
  }
  assert.ok(seen);
});
