/** Puts a table of this device online: a server has it from then on, a score pad with every entry, a game as it lies on the table. */

import { Refused } from "../engine/errors.js";
import { boxesOf } from "../engine/pad/entries.js";
import { writePosition } from "../engine/record/position.js";
import { get, messageOf, post } from "../lib/api.js";
import { idsOn } from "../lib/pad-entries.js";
import { keepPad, padOf } from "../lib/settings.js";
import { commit, reveal } from "../lib/words.js";
import { onlyHere } from "./locks.js";
import { boxesView, padEntry } from "./pads.js";

/** @import { Room } from "./room.js" */
/** @import { Rooms } from "./rooms.js" */
/** @import { Table } from "./table.js" */
/** @import { Entered } from "./types.d.ts" */
/** @import { KeptEntry, KeptPad, Where } from "../types.d.ts" */

/**
 * The id of the table on the server. Cut off at any point, it goes on when it is called again: the server opens one table for one key.
 * @param {Rooms} rooms @param {Room} room @param {Where[]} [places] where each seat of a game plays from then on @returns {Promise<string>}
 */
export const putOnline = (rooms, room, places = []) =>
  onlyHere(`charidice online ${room.table.id}`, () => (room.table.pad ? padOnline(rooms, room) : gameOnline(rooms, room, places)));

/** The server takes every entry once, by its id. @param {Rooms} rooms @param {Room} room */
async function padOnline(rooms, room) {
  const { table } = room;
  const id = table.online ?? (await opened(table));
  handOver(table, id);
  await rooms.change(room, () => {
    // What another tab has entered meanwhile is there by now.
    handOver(table, id);
    return table.online ? null : { event: "online", table: id };
  });
  return id;
}

/**
 * Nothing happens at the table while the server opens its own. If a move was made in another tab all the same, or the game went on after
 * an answer was lost, the server opens one more for the position of now; the first one never starts.
 * @param {Rooms} rooms @param {Room} room @param {Where[]} places
 */
async function gameOnline(rooms, room, places) {
  await rooms.change(room, async ({ table }) => (table.online ? null : { event: "online", table: await openedAsItLies(table, places) }));
  const id = String(room.table.online);
  try {
    await startIfComplete(id);
  } catch (error) {
    // Its lobby has a button to start it.
    messageOf(error);
  }
  return id;
}

/** Opens the game on the server, with the same seats at the same position. @param {Table} table @param {Where[]} places */
async function openedAsItLies({ id, seq, seats, settings, match }, places) {
  if (!match) throw new Refused("not-started");
  const wanted = seats.map(({ name, bot }, seat) => {
    if (bot !== null) return { who: /** @type {const} */ ("bot"), bot };
    return places[seat] === "link" ? { who: /** @type {const} */ ("link") } : { who: /** @type {const} */ ("here"), name: String(name) };
  });
  const { view } = await post("/api/tables", { key: `${id}-${seq}`, seats: wanted, settings, position: writePosition(match.state), commitment: commit() });
  return view.table;
}

/** Starts a table of the server, unless it waits for people. @param {string} id */
async function startIfComplete(id) {
  const { view } = await get(`/api/tables/${id}`);
  const isOpen = view.seats.some(({ person, holder }) => person && holder === null);
  if (view.stage === "lobby" && !isOpen) await reveal(id, await post(`/api/tables/${id}/start`));
}

/** Opens the pad on the server, with the same people in the same order. @param {Table} table */
async function opened({ id, seats, settings }) {
  const people = seats.map(({ name }) => ({ who: /** @type {const} */ ("here"), name: String(name) }));
  const { view } = await post("/api/tables", { key: id, seats: people, settings: { ...settings, start: "seat", first: 0 } });
  await post(`/api/tables/${view.table}/start`);
  return view.table;
}

/** Puts all entries among those that the pad's screen hands in, but not what the server is known to have. @param {Table} table @param {string} id */
function handOver({ entered, settings }, id) {
  /** @type {KeptPad} */
  const kept = padOf(id) ?? { update: null, entries: [], scores: [] };
  const known = new Set([...idsOn(kept.update?.view.pad), ...kept.entries.map(({ entry }) => entry)]);
  const events = [...entered.values()].map(({ event }) => /** @type {Entered} */ (event));
  const entries = events.filter(({ entry }) => !known.has(entry)).map((event) => keptEntry(event, settings.free_giving));
  keepPad(id, { ...kept, entries: [...entries, ...kept.entries] });
}

/** @param {Entered} event @param {boolean} freeGiving @returns {KeptEntry} */
function keptEntry(event, freeGiving) {
  const { entry, round, seat, value, replaces } = event;
  const boxes = boxesOf(padEntry(event).value, freeGiving);
  return { entry, round, seat, value, replaces, boxes: boxes && boxesView(boxes) };
}
