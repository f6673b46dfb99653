/** How a file to import is cut into parts, and what periods span. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { gamesOf, namePartsOf, partsOf } from "../../src/charidice/web/static/js/history/backup-file.js";
import { spanOf } from "../../src/charidice/web/static/js/history/dates.js";

test("a backup is its games, anything else is one game", () => {
  const backup = { format: "charidice-history", version: 1, names: { anna: "Mum" }, games: [{ id: "a" }, { id: "b" }] };
  assert.deepEqual(gamesOf(JSON.stringify(backup)), { games: ['{"id":"a"}', '{"id":"b"}'], names: { anna: "Mum" } });
  for (const text of ["", "not JSON", '{"format":"charidice"}', '{"format":"charidice-history"}', "null"]) {
    assert.deepEqual(gamesOf(text), { games: [text], names: {} });
  }
});

test("parts are as large as allowed, in order, with every game once", () => {
  const games = ["a".repeat(10), "b".repeat(10), "c".repeat(40), "ü".repeat(10), "d"];
  const parts = partsOf(games, 30);
  assert.deepEqual(parts.flatMap((part) => part.games), games);
  assert.deepEqual(parts.map((part) => part.first), [0, 2, 3]);
  assert.ok(parts.every((part) => part.size <= 30 || part.games.length === 1));
});

test("names come in parts, each of them once", () => {
  const names = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`name ${index}`, "Anna"]));
  const parts = namePartsOf(names, 1_000_000);
  assert.deepEqual(parts.map((part) => Object.keys(part).length), [1000, 1000, 500]);
  assert.deepEqual(Object.assign({}, ...parts), names);
  const small = namePartsOf({ ...names, ["ü".repeat(700)]: "Ülkü" }, 2000);
  assert.deepEqual(Object.assign({}, ...small), { ...names, ["ü".repeat(700)]: "Ülkü" });
  assert.ok(small.every((part) => new TextEncoder().encode(JSON.stringify(part)).length <= 2000));
  assert.deepEqual(namePartsOf({}, 2000), []);
});

test("periods are in the user's time zone", () => {
  const now = new Date(2026, 2, 31, 12);
  assert.deepEqual(spanOf("", now), { since: "", until: "" });
  assert.deepEqual(spanOf("2025", now), { since: new Date(2025, 0).toISOString(), until: new Date(2026, 0).toISOString() });
  assert.equal(spanOf("30-days", now).since, new Date(2026, 2, 1, 12).toISOString());
  assert.equal(spanOf("12-months", now).since, new Date(2025, 2, 31, 12).toISOString());
});
