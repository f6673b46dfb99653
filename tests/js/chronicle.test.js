/** The event log in words, and the last turn's result. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./browser.js";
import { eventAt, viewAt } from "./tables.js";
import { Chronicle } from "../../src/charidice/web/static/js/table/chronicle.js";
import { Situation } from "../../src/charidice/web/static/js/parts/situation.js";

const FACES = ["B1", "B2", "B3", "B4", "G5", "Y6"];
const ROLLED = { event: "rolled", seat: 0, keep: [], faces: FACES };
const SCORED = { event: "scored", seat: 0, dice: [0, 1, 2, 3], points: 10, bonus: 25, gift: 11 };
/** Anna plays; `me` selects the reader: Anna (0), Ben (1) or a spectator (null). @param {number | null} me */
const readBy = (me) => new Situation(viewAt(9), me);

/** @type {Chronicle} */
let chronicle;
/** @param {object} event @param {number | null} me */
const add = (event, me = null) => chronicle.add(eventAt(9, event), readBy(me));

beforeEach(() => {
  chronicle = new Chronicle();
});

test("a roll names the rolled and the kept dice", () => {
  assert.equal(add(ROLLED), "Anna rolls 6 dice: blue 1, blue 2, blue 3, blue 4, green 5 and yellow 6.");
  assert.equal(add({ ...ROLLED, keep: [0, 1, 2, 3, 4] }), "Anna rolls 1 die: yellow 6. Kept blue 1, blue 2, blue 3, blue 4 and green 5.");
});

test("a score names its points and its gift, and says you to its player", () => {
  for (const [me, player, gave] of /** @type {const} */ ([
    [null, "Anna scores", "Anna donates 11 points to Ben."],
    [0, "You score", "You donate 11 points to Ben."],
    [1, "Anna scores", "Anna donates 11 points to you."],
  ])) {
    add(ROLLED);
    assert.equal(add(SCORED, me), `${player} blue 1, blue 2, blue 3 and blue 4: 10 + 25 = 35. ${gave}`);
  }
});

test("a gift that was asked for is the greatest, in its turn only", () => {
  assert.match(String(add({ event: "gift-asked", seat: 1 }, 1)), /^You ask/);
  add(ROLLED);
  assert.match(String(add(SCORED)), /The greatest of gifts! Anna donates 11 points to Ben\.$/);
  add(ROLLED);
  assert.doesNotMatch(String(add(SCORED)), /greatest/);
});

test("the last turn is the one that was scored last", () => {
  assert.equal(chronicle.lastTurn, null);
  add(ROLLED);
  add(SCORED);
  const turn = { seat: 0, points: 10, bonus: 25, gift: 11, asked: false, faces: FACES.slice(0, 4), given: ["G5", "Y6"] };
  assert.deepEqual(chronicle.lastTurn, turn);
  add({ ...ROLLED, seat: 1 });
  assert.deepEqual(chronicle.lastTurn, turn);
});

test("undoing a score removes its turn, and the gift is still asked for", () => {
  add({ event: "gift-asked", seat: 1 });
  add(ROLLED);
  add(SCORED);
  assert.match(String(add({ event: "undone", seat: 0 })), /Anna/);
  assert.deepEqual([chronicle.lastTurn], [null]);
  assert.match(String(add(SCORED)), /greatest/);
  assert.equal(chronicle.lastTurn?.asked, true);
});

test("undoing a roll keeps the last turn", () => {
  add(ROLLED);
  add(SCORED);
  add({ ...ROLLED, seat: 1 });
  add({ event: "undone", seat: 1 });
  assert.equal(chronicle.lastTurn?.points, 10);
});

test("an event that affects no turn has no text", () => {
  for (const event of [{ event: "settings", speed: "fast", wait: null, hints: null }, { event: "seated", seat: 1, name: "Ben", holder: 1 }, { event: "rematch", table: "u" }]) {
    assert.equal(add(event), null);
  }
});

test("a bot stands in for a person, or replaces a bot that failed", () => {
  const event = { event: "bot-plays", seat: 1, bot: "fox" };
  assert.equal(add(event), "A bot now plays for Ben.");
  const view = viewAt(9);
  const seats = view.seats.map((seat) => (seat.seat === 1 ? { ...seat, name: null, person: false, bot: "fox", holder: null } : seat));
  const words = chronicle.add(eventAt(9, event), new Situation({ ...view, seats }, 0));
  assert.equal(words, "Fox takes over, because the bot in this seat kept failing.");
});
