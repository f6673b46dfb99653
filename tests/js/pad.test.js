/** The score pad without a network: what is entered is laid over what the server said, kept, and handed in in order. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { answers, begin, end, happens, pass, requests } from "./browser.js";
import { viewAt } from "./tables.js";

/** @import { Entered, KeptEntry, PadTurn } from "../../src/charidice/web/static/js/types.d.ts" */
/** @import { Boxes, PadPointsOutput, PadTurnView, PadView, Update } from "../../src/charidice/web/static/js/wire.d.ts" */

/** @type {Record<string, string>} */
const stored = {};
const localStorage = { getItem: (/** @type {string} */ key) => stored[key] ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => (stored[key] = value) };
Object.assign(globalThis, { localStorage });
const { laidOver } = await import("../../src/charidice/web/static/js/pad/overlay.js");
const { Queue } = await import("../../src/charidice/web/static/js/pad/queue.js");

/** @param {number} points @param {number} gift @returns {Boxes} */
const boxes = (points, gift, asked = false) => ({ points, bonus: 0, gift, received: gift, asked });

/** @param {number} round @param {number} seat @returns {PadTurnView} */
const emptyTurn = (round, seat) => ({ round, seat, recipient: 1 - seat, standing: [], boxes: null, value: null, complaints: [], rivals: [], trace: [] });

const SHEET = { points: [null, null], bonus: [null, null], received: [null, null], given: [null, null], has_gift: true, subtotal: 0, total_given: 0, result: null };

/** An empty pad for two, of two rounds. @returns {PadView} */
const emptyPad = () => ({
  ...{ round: 1, rounds: 2, active: 0, recipient: 1, givers: [], missing: 61, winners: null },
  turns: [1, 2].map((round) => [0, 1].map((seat) => emptyTurn(round, seat))),
  sheets: [structuredClone(SHEET), structuredClone(SHEET)],
});

/** @param {string} entry @param {number} round @param {number} seat @param {Boxes} written @returns {KeptEntry} */
const kept = (entry, round, seat, written) => ({ entry, round, seat, value: { by: "points", ...written }, replaces: [], boxes: written });

/** @param {PadView} pad @param {KeptEntry[]} entries */
function laid(pad, entries) {
  const view = viewAt(8);
  return laidOver({ ...view, settings: { ...view.settings, rounds: 2, pad: true } }, pad, entries);
}

test("what is entered here is added up", () => {
  const pad = laid(emptyPad(), [kept("a", 1, 0, boxes(10, 9)), kept("b", 1, 1, boxes(12, 20, true))]);
  assert.deepEqual([pad.round, pad.active, pad.recipient], [2, 0, 1]);
  assert.deepEqual(pad.sheets.map(({ subtotal }) => subtotal), [30, 21]);
  assert.deepEqual(pad.sheets.map(({ has_gift: open }) => open), [false, true]);
  assert.deepEqual([pad.givers, pad.missing], [[1], 41]);
  assert.deepEqual(pad.sheets[0].received, [20, null]);
});

test("a correction replaces, a cleared turn is empty again, and what the server will refuse is not shown", () => {
  const first = kept("a", 1, 0, boxes(10, 9));
  const second = laid(emptyPad(), [first, kept("b", 1, 0, boxes(14, 3))]);
  assert.deepEqual([second.sheets[0].subtotal, second.turns[0][0].standing], [14, ["b"]]);
  const cleared = laid(emptyPad(), [first, { ...kept("b", 1, 0, boxes(0, 0)), value: { by: "nothing" } }]);
  assert.deepEqual([cleared.active, cleared.sheets[0].subtotal], [0, 0]);
  const faces = ["B1", "B2", "B3", "B4", "B6", "P6"];
  const wrong = laid(emptyPad(), [{ ...first, value: { by: "dice", rolls: [{ faces }], scored: ["B1", "P6", "B2"] } }]);
  assert.deepEqual([wrong.active, wrong.turns[0][0].standing], [0, []]);
});

test("without entries of this phone the pad is the server's, and refused ones are not shown in it", () => {
  const pad = emptyPad();
  assert.equal(laid(pad, []), pad);
  assert.equal(laid(pad, [{ ...kept("a", 1, 0, boxes(10, 9)), refused: "No." }]), pad);
});

test("what is odd and who wins is known without the server", () => {
  const pad = emptyPad();
  // The server has the first turn, in which seat 1 has asked, and two entries for the second that differ.
  /** @type {PadPointsOutput} */
  const value = { by: "points", points: 10, bonus: 0, gift: 6, received: null, asked: true, confirmed: [] };
  pad.turns[0][0] = { ...pad.turns[0][0], standing: ["x"], value, boxes: boxes(10, 6, true) };
  const rival = (/** @type {string} */ entry, /** @type {number} */ points) => ({ entry, holder: 0, at: "", value: { ...value, points, asked: false }, boxes: boxes(points, 6) });
  pad.turns[0][1] = { ...pad.turns[0][1], standing: ["y", "z"], rivals: [rival("y", 11), rival("z", 12)] };
  const some = laid(pad, [kept("a", 2, 0, boxes(50, 3, true))]);
  assert.deepEqual(some.turns[1][0].complaints.map(({ code }) => code), ["no-such-points", "second-gift"]);
  assert.deepEqual([some.turns[0][1].rivals.length, some.active, some.winners], [2, 1, null]);
  const whole = laid(pad, [kept("a", 2, 0, boxes(10, 3)), kept("b", 1, 1, boxes(12, 5)), kept("c", 2, 1, boxes(13, 4))]);
  assert.deepEqual([whole.turns[0][1].standing, whole.turns[0][1].rivals, whole.active], [["b"], [], null]);
  assert.deepEqual(whole.sheets.map(({ result }) => result?.total), [10 + 10 + 5 + 4 + 20, 12 + 13 + 6 + 3 + 20]);
  assert.deepEqual(whole.winners, [1]);
});

const TURN = /** @type {PadTurn} */ (emptyTurn(1, 0));
/** @param {number} points @returns {Entered} */
const entered = (points) => ({ value: { by: "points", points, bonus: 0, gift: 3, received: null, asked: false }, boxes: boxes(points, 3) });
const DONE = { me: 0, events: [], view: { ...viewAt(8), pad: emptyPad() } };

/** @type {Update[]} */
let taken;
/** @type {InstanceType<typeof Queue>} */
let queue;
let table = 0;
const open = () => new Queue(`t${table}`, { taken: (update) => taken.push(update), changed: () => {} });

beforeEach(() => {
  begin();
  taken = [];
  table += 1;
  queue = open();
});

afterEach(() => {
  queue.close();
  end();
});

test("an entry is handed in with its id and what it replaces", async () => {
  answers.push(DONE);
  await queue.add({ ...TURN, standing: ["before"] }, entered(10));
  const [{ path, body }] = requests;
  assert.equal(path, `/api/tables/t${table}/entries`);
  assert.match(body.entry, /^[0-9a-f]{32}$/);
  assert.deepEqual([body.round, body.seat, body.replaces, body.value.points], [1, 0, ["before"], 10]);
  assert.deepEqual([taken.length, queue.entries.length], [1, 0]);
});

test("without a network entries wait, survive a reload, and are handed in in order under the same ids", async () => {
  answers.push("unreachable", "unreachable");
  await queue.add(TURN, entered(10));
  await queue.add({ ...TURN, seat: 1 }, entered(11));
  const ids = queue.entries.map(({ entry }) => entry);
  queue.close();
  queue = open();
  assert.deepEqual(queue.entries.map(({ entry }) => entry), ids);
  answers.push(DONE, DONE);
  requests.length = 0;
  happens("online");
  await pass();
  await pass();
  assert.deepEqual(requests.map(({ body }) => body.entry), ids);
  assert.equal(queue.entries.length, 0);
});

test("it tries again by itself", async () => {
  answers.push("unreachable");
  await queue.add(TURN, entered(10));
  answers.push(DONE);
  await pass(3000);
  await pass();
  assert.equal(queue.entries.length, 0);
});

test("what the server refuses stays with its reason, and does not hold up the others", async () => {
  answers.push({ status: 409, error: { code: "not-a-set-of-colour", message: "No." } }, DONE);
  await queue.add(TURN, entered(10));
  await queue.add({ ...TURN, seat: 1 }, entered(11));
  assert.deepEqual(queue.entries.map(({ refused, seat }) => [refused, seat]), [["No.", 0]]);
  answers.push(DONE);
  await queue.add(TURN, entered(12));
  assert.equal(queue.entries.length, 0, "entered anew, it is forgotten");
});

test("what the server has already is not handed in again", async () => {
  answers.push("unreachable");
  await queue.add(TURN, entered(10));
  const pad = emptyPad();
  pad.turns[0][0].standing = [queue.entries[0].entry];
  queue.saw({ ...viewAt(8), pad }, 0);
  assert.equal(queue.entries.length, 0);
});

test("two windows of one browser keep each other's entries", async () => {
  const other = open();
  answers.push("unreachable", "unreachable");
  await queue.add(TURN, entered(10));
  await other.add({ ...TURN, seat: 1 }, entered(11));
  other.close();
  queue.close();
  queue = open();
  assert.deepEqual(queue.entries.map(({ seat }) => seat), [0, 1]);
});

test("what another window has entered or handed in is seen at once", async () => {
  const other = open();
  answers.push("unreachable");
  await queue.add(TURN, entered(10));
  happens("storage");
  assert.deepEqual(other.entries.map(({ seat }) => seat), [0]);
  queue.drop(queue.entries[0].entry);
  happens("storage");
  assert.equal(other.entries.length, 0);
  other.close();
});
