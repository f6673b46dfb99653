/** What the trainer keeps, and what becomes of it where the browser refuses to store anything. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import "./browser.js";

const { setting } = await import("../../src/charidice/web/static/js/lib/settings.js");
const { addProgress, isKept, keepAnswer, keepGames, keepLesson, storedGames, storedLesson, storedProgress } = await import("../../src/charidice/web/static/js/lib/training.js");

const AT = Date.UTC(2026, 0, 1);

/** @param {string} id @returns {import("../../src/charidice/web/static/js/engine/trainer/progress.js").Answered} */
const answer = (id, at = AT) => ({ id, exercise: `asking.${id}`, theme: "asking", rating: 1500, deviation: 80, worth: 1, at });

/** A storage of so many characters. @param {number} room */
function storage(room) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const used = () => [...kept].reduce((sum, [, text]) => sum + text.length, 0);
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
    setItem(/** @type {string} */ key, /** @type {string} */ text) {
      if (used() - (kept.get(key)?.length ?? 0) + text.length > room) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, text);
    },
  };
}

afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

test("without a storage everything lasts for the visit, and that can be said", () => {
  assert.equal(isKept(), false);
  keepAnswer(answer("a"));
  keepLesson({ version: 1 });
  assert.deepEqual(storedProgress().answers.map(({ id }) => id), ["a"]);
  assert.deepEqual(storedLesson(), { version: 1 });
});

test("decisions make room for answers", () => {
  Object.assign(globalThis, { localStorage: storage(3000) });
  keepGames([{ id: "x".repeat(2000) }]);
  assert.equal(storedGames().length, 1);
  for (let count = 0; count < 6; count += 1) keepAnswer(answer(String(count)));
  assert.ok(storedProgress().answers.length >= 6);
  assert.ok(isKept());
  assert.deepEqual(storedGames(), []);
});

test("the start page is told when each theme is due, also after the import of another device's answers", () => {
  Object.assign(globalThis, { localStorage: storage(100_000) });
  keepAnswer(answer("b"));
  const [due] = setting("due");
  assert.ok(due > AT);
  const before = storedProgress().answers.length;
  const other = { version: 1, checkpoint: null, answers: [{ ...answer("c", AT + 1000), theme: "lead" }, answer("b"), { id: "broken" }] };
  addProgress(other);
  addProgress(other);
  assert.equal(storedProgress().answers.length, before + 1);
  assert.equal(setting("due").length, 2);
  addProgress("nothing of the kind");
  assert.equal(storedProgress().answers.length, before + 1);
});
