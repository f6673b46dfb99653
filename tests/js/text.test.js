/** Texts from the catalogs: plurals, lists, numbers, and the "you" form. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { capital, faceWords, fetchTextsHere, firstLetter, giftWords, join, kindWords, number, percent, say, sayNodes, seatName, Someone, useLanguage } from "../../src/charidice/web/static/js/lib/text.js";

/** @import { SeatView } from "../../src/charidice/web/static/js/wire.d.ts" */

/** @param {string} language @param {() => void} check */
async function speaking(language, check) {
  await useLanguage(language);
  try {
    check();
  } finally {
    await useLanguage("en");
  }
}

test("plurals follow the language", async () => {
  const points = (/** @type {number} */ count) => say("points", { count });
  assert.deepEqual([0, 1, 2].map(points), ["0 points", "1 point", "2 points"]);
  await speaking("pl", () => {
    assert.deepEqual([1, 2, 5, 12, 22].map(points), ["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty"]);
  });
});

test("a list has commas and a final and", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((words) => join(words)), ["", "a", "a and b", "a, b and c"]);
});

test("Spanish y becomes e before an i sound", async () => {
  await speaking("es", () => {
    assert.deepEqual(["Ben", "Inés", "Hilda", "Ígor", "Hielo"].map((last) => join(["Ana", last])), [
      ...["Ana y Ben", "Ana e Inés", "Ana e Hilda", "Ana e Ígor", "Ana y Hielo"],
    ]);
  });
});

test("Italian e becomes ed before an e sound", async () => {
  await speaking("it", () => {
    assert.deepEqual(["Ben", "Elena", "Èva", "Hera"].map((last) => join(["Anna", last])), ["Anna e Ben", "Anna ed Elena", "Anna ed Èva", "Anna e Hera"]);
  });
});

test("a sentence about the user says you", () => {
  const values = (/** @type {boolean} */ isYou) => ({ player: new Someone("Anna", isYou) });
  assert.equal(say("event.gift-declined", values(false)), "Anna doesn’t ask.");
  assert.equal(say("event.gift-declined", values(true)), "You don’t ask.");
});

test("as nodes a name has its own element, which isolates its text direction", () => {
  const [name, rest] = sayNodes("event.gift-declined", { player: new Someone("نورا", false) });
  assert.equal(/** @type {Node} */ (name).textContent, "نورا");
  assert.equal(rest, " doesn’t ask.");
});

test("texts of games on this device are there in every language once they were needed", async () => {
  await fetchTextsHere();
  assert.equal(say("only.here"), "en");
  await speaking("pl", () => assert.equal(say("only.here"), "pl"));
});

test("texts that are fetched while the language changes are there in the new one", async () => {
  const before = useLanguage("de");
  await Promise.all([fetchTextsHere(), before]);
  assert.equal(say("only.here"), "de");
  await useLanguage("en");
});

test("a missing text throws", () => {
  assert.throws(() => say("no.such.text"), /no text no\.such\.text/);
});

test("names of dice and sets", () => {
  assert.equal(faceWords("B4"), "blue 4");
  assert.equal(kindWords("3.1.1", ["B1", "B2", "B3", "B4"]), "straight of four, blue");
  assert.equal(kindWords("3.2.2", ["Y5", "B5", "P5"]), "3 dice with the number 5");
});

test("a gift says which of its numbers count double", () => {
  const faces = ["B1", "B2", "B3", "B4", "G5", "Y6"];
  assert.match(giftWords({ gift: 0, doubled: [] }, faces), /nothing/);
  assert.match(giftWords({ gift: 11, doubled: [] }, faces), /11/);
  assert.match(giftWords({ gift: 17, doubled: [5, 4] }, faces), /17.*5 and 6/);
});

test("the first letter is a whole grapheme", () => {
  assert.deepEqual(["Anna", "Ängström", "👩‍👩‍👧 family", ""].map(firstLetter), ["A", "Ä", "👩‍👩‍👧", ""]);
  assert.equal(capital("été"), "Été");
});

test("numbers follow the language", async () => {
  assert.deepEqual([number(1234.5, 1), percent(0.256, 1)], ["1234.5", "25.6%"]);
  await speaking("de", () => assert.deepEqual([number(1234.5, 1), percent(0.256, 1)], ["1234,5", "25,6\u00a0%"]));
});

test("bots have translated names, and duplicates a number", async () => {
  /** @type {SeatView} */
  const fox = { seat: 0, name: null, person: false, bot: "fox", holder: null, twin: 2, recipient: 1, online: true, away: false };
  assert.equal(seatName(fox), "Fox 2");
  await speaking("de", () => assert.equal(seatName({ ...fox, twin: 1 }), "Fuchs"));
  assert.equal(seatName({ ...fox, person: true, bot: null, name: "Anna" }), "Anna");
});
