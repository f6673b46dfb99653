/** Sending moves: each arrives once, waits for the recipient, and is dropped when the decision may have changed. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { answers, begin, end, pass, press, requests, told } from "./browser.js";
import { eventAt, viewAt } from "./tables.js";
import { say } from "../../src/charidice/web/static/js/lib/text.js";
import { PAGE } from "../../src/charidice/web/static/js/parts/live.js";
import { Moves } from "../../src/charidice/web/static/js/table/moves.js";
import { Situation } from "../../src/charidice/web/static/js/parts/situation.js";

/** @import { Move } from "../../src/charidice/web/static/js/table/moves.js" */
/** @import { News } from "../../src/charidice/web/static/js/types.d.ts" */

/** @type {Move} */
const ROLL = { seat: 0, action: "roll", keep: [1] };
const DONE = { me: 0, events: [eventAt(8, { event: "rolled", seat: 0, keep: [], faces: [] })], view: viewAt(8) };

/** @type {News[]} */
let taken;
/** @type {Moves} */
let moves;
const at = (/** @type {number} */ seq, game = {}) => new Situation(viewAt(seq, game), 0);
const passed = eventAt(8, { event: "passed", seat: 1 });
const asked = eventAt(8, { event: "gift-asked", seat: 1 });
/** @param {object} error */
const refusal = (error) => ({ status: 409, error: { message: "No.", ...error } });

beforeEach(() => {
  begin();
  taken = [];
  moves = new Moves("t", { take: (news) => taken.push(news), changed: () => {} });
});

afterEach(() => {
  moves.close();
  end();
});

test("a move is sent with its id, its seq and the page, and its response is applied", async () => {
  answers.push(DONE);
  moves.make(at(7), ROLL);
  assert.equal(moves.sending, true);
  await pass();
  const [{ path, body }] = requests;
  assert.equal(path, "/api/tables/t/moves");
  assert.match(body.move_id, /^[0-9a-f]{32}$/);
  assert.deepEqual({ ...body, move_id: "" }, { move_id: "", seq: 7, page: PAGE, ...ROLL });
  assert.deepEqual([taken, moves.sending], [[DONE], false]);
});

test("while a move is being sent, no other is made", async () => {
  answers.push(DONE);
  moves.make(at(7), ROLL);
  moves.make(at(7), { seat: 0, action: "stop" });
  await pass();
  assert.equal(requests.length, 1);
});

test("without a connection the same move is retried with growing delays until answered", async () => {
  answers.push("unreachable", "unreachable", DONE);
  moves.make(at(7), ROLL);
  await pass();
  assert.deepEqual([requests.length, moves.trouble], [1, say("web.unreachable")]);
  await pass(399);
  assert.equal(requests.length, 1);
  await pass(1);
  assert.equal(requests.length, 2);
  await pass(800);
  assert.equal(requests.length, 3);
  assert.equal(new Set(requests.map(({ body }) => body.move_id)).size, 1);
  assert.deepEqual([moves.trouble, taken], ["", [DONE]]);
});

test("while the database is away, the same move is retried, and the server's words say why", async () => {
  answers.push({ status: 503, error: { code: "database-away", message: "in a moment" } }, DONE);
  moves.make(at(7), ROLL);
  await pass();
  assert.deepEqual([moves.trouble, told()], ["in a moment", []]);
  await pass(400);
  assert.equal(new Set(requests.map(({ body }) => body.move_id)).size, 1);
  assert.deepEqual([requests.length, moves.trouble, taken], [2, "", [DONE]]);
});

test("a closed screen does not retry", async () => {
  answers.push("unreachable");
  moves.make(at(7), ROLL);
  await pass();
  moves.close();
  await pass(60_000);
  assert.deepEqual([requests.length, taken], [1, []]);
});

test("a roll is queued while the recipient may ask, then sent", async () => {
  moves.see(at(7, { wait: 3000 }), []);
  moves.make(at(7), ROLL);
  assert.equal(moves.armed?.action, "roll");
  await pass(2999);
  assert.equal(requests.length, 0);
  answers.push(DONE);
  await pass(1);
  assert.deepEqual([requests.length, moves.armed], [1, null]);
});

test("a second press cancels a queued move", async () => {
  moves.see(at(7, { wait: 3000 }), []);
  moves.make(at(7), ROLL);
  moves.make(at(7), ROLL);
  await pass(5000);
  assert.deepEqual([requests.length, moves.armed], [0, null]);
});

test("when the recipient passes, a queued move is sent at once with the new seq", async () => {
  moves.see(at(7, { wait: 3000 }), []);
  moves.make(at(7), ROLL);
  answers.push(DONE);
  moves.see(at(8), [passed]);
  assert.equal(moves.armed?.seq, 8);
  await pass();
  assert.equal(requests[0].body.seq, 8);
});

test("when the gift is asked for, a queued move is dropped with a message", async () => {
  moves.see(at(7, { wait: 3000 }), []);
  moves.make(at(7), ROLL);
  moves.see(at(8, { asked: true }), [asked]);
  assert.equal(moves.armed, null);
  assert.match(told()[0], /Ben/);
  await pass(5000);
  assert.equal(requests.length, 0);
});

test("nearly the same deadline does not move the countdown", () => {
  moves.await(3000);
  const { deadline } = moves;
  moves.await(3100);
  assert.deepEqual(moves.deadline, deadline);
  moves.await(0);
  assert.equal(moves.deadline, null);
});

test("a move sent too early waits as long as the server says", async () => {
  answers.push(refusal({ code: "recipient-may-ask", wait: 2000 }), DONE);
  moves.make(at(7), ROLL);
  await pass();
  assert.equal(moves.armed?.action, "roll");
  await pass(2000);
  assert.deepEqual([requests.length, taken], [2, [DONE]]);
});

test("a move that missed only harmless events is sent again with a new id", async () => {
  answers.push(refusal({ code: "stale", events: [passed], view: viewAt(8) }), DONE);
  moves.make(at(7), ROLL);
  await pass();
  const [first, second] = requests.map(({ body }) => body);
  assert.deepEqual([first.seq, second.seq], [7, 8]);
  assert.notEqual(first.move_id, second.move_id);
  assert.deepEqual(taken, [{ events: [passed], view: viewAt(8) }, DONE]);
});

test("a move that missed a relevant event is not sent again", async () => {
  answers.push(refusal({ code: "stale", events: [asked], view: viewAt(8, { asked: true }) }));
  moves.make(at(7), ROLL);
  await pass();
  assert.deepEqual([requests.length, told().length, taken.length], [1, 1, 1]);
});

test("asking too late shows what happened first", async () => {
  const scored = eventAt(8, { event: "scored", seat: 0, dice: [], points: 0, bonus: 0, gift: 0 });
  answers.push(refusal({ code: "stale", events: [scored], view: viewAt(8, { may: [[], []] }) }));
  moves.make(at(7), { seat: 1, action: "ask" });
  await pass();
  assert.match(told()[0], /Anna/);
});

test("a clear mistake needs a confirmation", async () => {
  answers.push(refusal({ code: "clear-mistake", hint: "Keep the 6." }));
  moves.make(at(7), ROLL);
  await pass();
  press("think-again");
  await pass();
  assert.equal(requests.length, 1);
  answers.push(refusal({ code: "clear-mistake", hint: "Keep the 6." }), DONE);
  moves.make(at(7), ROLL);
  await pass();
  press("do-it");
  await pass();
  assert.deepEqual([requests.length, requests[2].body.sure, taken], [3, true, [DONE]]);
});

test("any other error shows the server's message", async () => {
  answers.push(refusal({ code: "no-rolls-left", message: "There are no rolls left." }));
  moves.make(at(7), ROLL);
  await pass();
  assert.deepEqual([told(), moves.sending, taken], [["There are no rolls left."], false, []]);
});
