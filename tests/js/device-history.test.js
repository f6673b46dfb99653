/** The history of a device: which games are one game, whichever form they come in. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./browser.js";
import { dumpJson } from "../../src/charidice/web/static/js/engine/record/jsonform.js";
import { dumpNotation } from "../../src/charidice/web/static/js/engine/record/notation.js";

const { Rooms } = await import("../../src/charidice/web/static/js/device/rooms.js");
const { MemoryLog } = await import("../../src/charidice/web/static/js/device/log.js");
const { enter } = await import("../../src/charidice/web/static/js/device/pads.js");
const { History } = await import("../../src/charidice/web/static/js/device/history/history.js");

/** @import { Room } from "../../src/charidice/web/static/js/device/room.js" */

// An open channel would keep node from ending.
Object.assign(globalThis, { BroadcastChannel: undefined });

const thinker = { choose: () => Promise.reject(new Error("no bots here")) };
const PAD = { pad: true, rounds: 1, start: /** @type {const} */ ("seat"), first: 0 };
/** @type {import("../../src/charidice/web/static/js/device/rooms.js").Rooms} */
let rooms;
/** @type {import("../../src/charidice/web/static/js/device/history/history.js").History} */
let history;

beforeEach(() => {
  rooms = new Rooms(new MemoryLog(), thinker, () => 0);
  history = new History(rooms);
});

/** A finished score pad of Anna and Ben. */
async function pad() {
  const room = await rooms.create({ seats: ["Anna", "Ben"].map((name) => ({ who: "here", name })), settings: PAD }, "en");
  await noted(room, 0, 15);
  await noted(room, 1, 14);
  return room;
}

/** @param {Room} room @param {number} seat @param {number} points @param {string[]} replaces */
async function noted(room, seat, points, replaces = []) {
  const value = { by: /** @type {const} */ ("points"), points, bonus: 0, gift: 2 };
  await rooms.change(room, ({ table }) => enter(table, { entry: `entry-${seat}-${points}`, round: 1, seat, value, replaces }));
}

/** @param {Room} room */
const recordOf = ({ table }) => table.record(["Anna", "Ben"]);
const backup = async () => (await history.wholeBackup()).games.map((game) => JSON.stringify(game));
const count = async () => (await history.wholeBackup()).games.length;

test("a pad of this device that is imported again, from a backup or alone, counts once", async () => {
  const room = await pad();
  const [saved] = await backup();
  for (const form of [saved, dumpJson(recordOf(room)), dumpNotation(recordOf(room))]) {
    assert.deepEqual(await history.add({ games: [form] }), { added: 0, known: 1, refused: [] });
  }
  assert.equal(await count(), 1);
});

test("an imported pad counts once, whichever form comes first", async () => {
  const room = await pad();
  const [saved, alone] = [...(await backup()), dumpJson(recordOf(room))];
  for (const games of [[saved, alone], [alone, saved]]) {
    beforeAnother();
    assert.deepEqual(await history.add({ games }), { added: 1, known: 1, refused: [] });
    // Two pads with ids are two, even if they are alike.
    const another = saved.replace(room.table.id, "here-another");
    assert.equal((await history.add({ games: [another] })).added, games[0] === saved ? 1 : 0);
  }
});

test("an imported pad keeps its id in the next backup, and counts once there", async () => {
  const room = await pad();
  const [saved] = await backup();
  beforeAnother();
  await history.add({ games: [saved] });
  const [again] = await backup();
  assert.deepEqual(JSON.parse(again), JSON.parse(saved));
  assert.equal((await history.add({ games: [again] })).known, 1);
  assert.equal(JSON.parse(again).id, room.table.id);
});

test("a pad that was put online is in the history of the server, and its backup adds nothing here", async ({ mock }) => {
  // However quickly one follows the other.
  mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
  const room = await pad();
  const [saved] = await backup();
  await history.add({ games: [saved] });
  await rooms.change(room, () => ({ event: "online", table: "there" }));
  assert.equal(await count(), 0);
  assert.deepEqual((await history.unsent()).games, []);
  assert.equal((await history.add({ games: [saved] })).known, 1);
});

test("a corrected pad that was imported first goes on as the longer game, and once", async () => {
  const room = await pad();
  const [before] = await backup();
  await noted(room, 1, 16, ["entry-1-14"]);
  const [after] = await backup();
  beforeAnother();
  await history.add({ games: [before] });
  // As many events: the one that is there stays.
  assert.equal((await history.add({ games: [after] })).known, 1);
  assert.equal(await count(), 1);
});

test("a summary of an earlier version is completed for the table of all games, with its review", async () => {
  await pad();
  const [saved] = await backup();
  const whole = await history.csv();
  const [stored] = await rooms.log.summaries();
  const earlier = structuredClone(stored);
  for (const seat of earlier.game?.seats ?? []) for (const name of ["points", "bonus"]) Reflect.deleteProperty(seat, name);
  await rooms.log.sumUp(earlier);
  assert.equal(await history.csv(), whole);
  assert.match(whole, /^game,at,kind,.*\n.*,Anna,Anna,,15,0,2,2,20,37,1\.0,/);
  beforeAnother();
  assert.equal(await history.csv(), "");
  await history.add({ games: [saved] });
  assert.equal((await history.csv()).split("\n").length, 4);
});

/** Another device. */
function beforeAnother() {
  rooms = new Rooms(new MemoryLog(), thinker, () => 0);
  history = new History(rooms);
}
