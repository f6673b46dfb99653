/** Puts a score pad of this device online: a server has it from then on, with every entry and correction, and phones can join. */

import { boxesOf } from "../engine/pad/entries.js";
import { post } from "../lib/api.js";
import { idsOn } from "../lib/pad-entries.js";
import { keepPad, padOf } from "../lib/settings.js";
import { onlyHere } from "./locks.js";
import { boxesView, padEntry } from "./pads.js";

/** @import { Room } from "./room.js" */
/** @import { Rooms } from "./rooms.js" */
/** @import { Table } from "./table.js" */
/** @import { Entered } from "./types.d.ts" */
/** @import { KeptEntry, KeptPad } from "../types.d.ts" */

/**
 * The id of the pad on the server. Cut off at any point, it goes on when it is called again: the server opens one pad for one key,
 * and takes every entry once, by its id.
 * @param {Rooms} rooms @param {Room} room @returns {Promise<string>}
 */
export function putOnline(rooms, room) {
  const { table } = room;
  return onlyHere(`charidice online ${table.id}`, async () => {
    const id = table.online ?? (await opened(table));
    handOver(table, id);
    await rooms.change(room, () => {
      // What another tab has entered meanwhile is there by now.
      handOver(table, id);
      return table.online ? null : { event: "online", table: id };
    });
    return id;
  });
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
