/** How a file is imported: part after part, with a pause when the server has had enough for the hour. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { answers, begin, end, pass, requests } from "./browser.js";

const { importFile } = await import("../../src/charidice/web/static/js/history/importing.js");

const HOUR = 3_600_000;
const PROGRESS = { version: 1, checkpoint: null, answers: [{ id: "one", exercise: "lead.1", theme: "lead", rating: 1500, deviation: 80, worth: 1, at: HOUR }] };
const FILE = JSON.stringify({ format: "charidice-history", version: 1, names: { anna: "Mum" }, games: [{ id: "a" }, { id: "b".repeat(200_000) }, { id: "c".repeat(100_000) }] });

beforeEach(begin);
afterEach(end);

test("the rest follows in the next hour, and names come last, once", async () => {
  const added = (/** @type {number} */ count) => ({ added: count, known: 0, refused: [] });
  answers.push(added(2), { status: 429, error: { code: "too-many-imports", message: "", wait: HOUR } }, added(1), added(0));
  /** @type {[number, number, number | undefined][]} */
  const told = [];
  const outcome = importFile(FILE, (done, all, until) => told.push([done, all, until?.getTime()]));
  await pass();
  await pass(HOUR - 1);
  assert.equal(requests.length, 2);
  await pass(1);
  assert.deepEqual(await outcome, { ...added(3), training: false });
  assert.deepEqual(told, [[0, 3, undefined], [2, 3, undefined], [2, 3, HOUR], [3, 3, undefined]]);
  const sent = requests.map(({ body }) => [body.games.length, body.names]);
  assert.deepEqual(sent, [[2, undefined], [1, undefined], [1, undefined], [0, { anna: "Mum" }]]);
});

test("what the trainer had kept stays in this browser, and no server is asked about it", async () => {
  const { storedProgress } = await import("../../src/charidice/web/static/js/lib/training.js");
  const file = JSON.stringify({ format: "charidice-history", version: 1, names: {}, games: [], training: PROGRESS });
  assert.deepEqual(await importFile(file, () => {}), { added: 0, known: 0, refused: [], training: true });
  assert.deepEqual(requests, []);
  assert.deepEqual(storedProgress(), PROGRESS);
});
