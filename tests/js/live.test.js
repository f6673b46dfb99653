/** The live connection: no event is lost or duplicated, and it reconnects by itself. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { answers, begin, end, happens, look, pass, requests, sockets } from "./browser.js";
import { eventAt, viewAt } from "./tables.js";
import { say } from "../../src/charidice/web/static/js/lib/text.js";
import { Live, PAGE } from "../../src/charidice/web/static/js/parts/live.js";

/** @type {{news: number[][], troubles: unknown[], gone: number}} */
let seen;
/** @type {Live} */
let live;

const passed = (/** @type {number} */ seq) => eventAt(seq, { event: "passed", seat: 1 });
const newest = () => sockets[sockets.length - 1];
/** @param {number} seq @param {...number} events */
const update = (seq, ...events) => newest().hear({ type: "update", since: live.seq, events: events.map(passed), view: viewAt(seq) });

beforeEach(async () => {
  begin();
  seen = { news: [], troubles: [], gone: 0 };
  live = new Live("t", {
    onUpdate: ({ events }) => seen.news.push(events.map(({ seq }) => seq)),
    onConnection: (trouble) => seen.troubles.push(trouble),
    onGone: () => seen.gone++,
  });
  answers.push("unreachable");
  await live.open();
  requests.length = 0;
});

afterEach(() => {
  live.close();
  end();
});

test("it fetches the table, and follows it from there", async () => {
  live.close();
  live = new Live("t", { onUpdate: ({ events }) => seen.news.push(events.map(({ seq }) => seq)) });
  answers.push({ me: 0, events: [passed(1), passed(2)], view: viewAt(2) });
  await live.open();
  assert.deepEqual([requests.map(({ path }) => path), seen.news], [["/api/tables/t?since=-1"], [[1, 2]]]);
  assert.equal(newest().url, `ws://here/api/tables/t/live?since=2&page=${PAGE}`);
});

test("a table that cannot be fetched is followed once it can, and one that is refused is not", async () => {
  assert.equal(sockets.length, 1);
  live.close();
  live = new Live("t", { onUpdate: () => {} });
  answers.push({ status: 404, error: { code: "no-such-table", message: "There is none." } });
  await assert.rejects(live.open(), { message: "There is none." });
  assert.equal(sockets.length, 1);
});

test("why the server closes a connection is said, and a table that was deleted is followed no more", async () => {
  for (const [code, key] of Object.entries({ 4408: "web.table.away.slow", 4429: "web.table.away.crowded", 4503: "web.table.away.data", 1006: "web.table.away" })) {
    newest().onclose?.({ code: Number(code) });
    assert.equal(seen.troubles.at(-1), say(key));
    await pass(10_000);
  }
  const before = sockets.length;
  newest().onclose?.({ code: 4404 });
  await pass(60_000);
  assert.deepEqual([seen.gone, sockets.length], [1, before]);
});

test("a table that was deleted while the device slept is followed no more", async () => {
  answers.push({ status: 404, error: { code: "no-such-table", message: "There is none." } });
  look("visible");
  await pass();
  assert.equal(seen.gone, 1);
});

test("it resumes from the last seq after a disconnect", async () => {
  assert.equal(newest().url, `ws://here/api/tables/t/live?since=-1&page=${PAGE}`);
  update(4, 3, 4);
  newest().onclose?.({ code: 1006 });
  await pass(500);
  assert.equal(newest().url, `ws://here/api/tables/t/live?since=4&page=${PAGE}`);
  assert.deepEqual(seen.troubles, ["", say("web.table.away")]);
});

test("every event is delivered once and in order, from socket or response", () => {
  update(2, 1, 2);
  live.take({ events: [passed(2), passed(3)], view: viewAt(3) });
  live.take({ events: [passed(2)], view: viewAt(2) });
  update(3, 3);
  update(4, 3, 4);
  assert.deepEqual(seen.news, [[1, 2], [3], [4]]);
});

test("an answer to events that have not arrived yet makes the page fetch them", async () => {
  answers.push({ me: 0, events: [passed(1), passed(2), passed(3)], view: viewAt(3) });
  live.take({ me: 0, since: 2, events: [passed(3)], view: viewAt(3) });
  await pass();
  assert.deepEqual(requests.map(({ path }) => path), ["/api/tables/t?since=-1"]);
  live.take({ me: 0, since: 3, events: [passed(4)], view: viewAt(4) });
  assert.deepEqual(seen.news, [[1, 2, 3], [4]]);
});

test("an update that comes before the answer to this page's own move makes it fetch the events of both", async () => {
  update(2, 1, 2);
  answers.push({ me: 0, events: [passed(3), passed(4)], view: viewAt(4) });
  newest().hear({ type: "update", since: 3, events: [passed(4)], view: viewAt(4) });
  await pass();
  live.take({ me: 0, events: [passed(3)], view: viewAt(3) });
  assert.deepEqual([requests.map(({ path }) => path), seen.news], [["/api/tables/t?since=2"], [[1, 2], [3, 4]]]);
});

test("it reports presence on opening and at every heartbeat", () => {
  const heartbeat = () => newest().hear({ type: "presence", seats: [], hosts: [] });
  newest().onopen?.();
  heartbeat();
  happens("pointermove");
  heartbeat();
  heartbeat();
  assert.deepEqual(newest().said, ["shown", "shown", "touched", "shown"]);
  look("hidden");
  assert.equal(newest().said.at(-1), "hidden");
});

test("a missing heartbeat is a lost connection", async () => {
  for (let beat = 0; beat < 5; beat++) {
    await pass(3_000);
    newest().hear({ type: "presence", seats: [], hosts: [] });
  }
  assert.deepEqual([sockets.length, seen.troubles], [1, []]);
  await pass(8_000);
  assert.deepEqual(seen.troubles, [say("web.table.away")]);
  await pass(500);
  assert.equal(sockets.length, 2);
});

test("the backoff grows up to ten seconds and is reset by a message", async () => {
  for (const pause of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    const before = sockets.length;
    newest().onclose?.({ code: 1006 });
    await pass(pause - 1);
    assert.equal(sockets.length, before, `too early, after ${pause}`);
    await pass(1);
    assert.equal(sockets.length, before + 1, `too late, after ${pause}`);
  }
  update(1, 1);
  newest().onclose?.({ code: 1006 });
  const before = sockets.length;
  await pass(500);
  assert.equal(sockets.length, before + 1);
});

test("pages that lost the server at the same time come back spread over the whole backoff", async () => {
  for (const [chance, pause] of [
    [0.02, 10],
    [0.4, 200],
    [0.9, 450],
  ]) {
    mock.method(Math, "random", () => chance);
    update(1);
    newest().onclose?.({ code: 1006 });
    const before = sockets.length;
    await pass(pause - 1);
    assert.equal(sockets.length, before);
    await pass(1);
    assert.equal(sockets.length, before + 1, `not after ${pause}`);
  }
});

test("back online it catches up, or reconnects if the server does not answer", async () => {
  update(1, 1);
  answers.push({ me: 0, events: [passed(2)], view: viewAt(2) });
  happens("online");
  await pass();
  assert.equal(requests[0].path, "/api/tables/t?since=1");
  assert.deepEqual(seen.news, [[1], [2]]);
  answers.push("unreachable");
  happens("online");
  await pass();
  await pass(500);
  assert.equal(newest().url, `ws://here/api/tables/t/live?since=2&page=${PAGE}`);
});

test("after sleep it replaces the old socket, though no timer has fired yet", () => {
  const asleep = newest();
  const late = Date.now() + 3_600_000;
  mock.method(Date, "now", () => late);
  look("visible");
  assert.notEqual(newest(), asleep);
  assert.equal(asleep.readyState, 3);
});

test("closed, it stays closed", async () => {
  const socket = newest();
  live.close();
  happens("online");
  look("visible");
  await pass(60_000);
  assert.deepEqual([sockets.length, socket.readyState], [1, 3]);
});
