/** All tables of this device, and the one path of a change: decide, commit, apply, show. Several tabs share the tables. */

import { Refused } from "../engine/errors.js";
import { Bots } from "./bots.js";
import { created, rematchOf, started } from "./decide.js";
import { Conflict, Full, Log, MemoryLog } from "./log.js";
import { Room } from "./room.js";
import { Table } from "./table.js";

/** @import { Thinker } from "./bots.js" */
/** @import { Entry, StoredTable, TableEvent } from "./types.d.ts" */
/** @import { NewTable } from "../wire.d.ts" */

/** @typedef {(room: Room) => TableEvent | null | Promise<TableEvent | null>} Decision */

/** Tells a table of this device from one of a server. */
const PREFIX = "here-";
const MOST_LOADED = 20;
const CHANNEL = "charidice tables";

/** Whether a table lives on this device. @param {string} table */
export const isHere = (table) => table.startsWith(PREFIX);

/** @param {number} bytes */
const randomHex = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Rooms {
  #log;
  #clock;
  #bots;
  /** @type {Map<string, Promise<Room>>} the last used last */
  #rooms = new Map();
  #channel = globalThis.BroadcastChannel && new BroadcastChannel(CHANNEL);

  /** @param {Log | MemoryLog} log @param {Thinker} thinker @param {() => number} clock in seconds */
  constructor(log, thinker, clock = () => performance.now() / 1000) {
    this.#log = log;
    this.#clock = clock;
    this.#bots = new Bots(thinker, (room, decide) => this.#decide(room, decide));
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#follow(data);
  }

  /** The tables in IndexedDB; in memory where the browser stores nothing. @param {Thinker} thinker */
  static async open(thinker) {
    try {
      return new Rooms(await Log.open(), thinker);
    } catch {
      return new Rooms(new MemoryLog(), thinker);
    }
  }

  /** What is stored. */
  get log() {
    return this.#log;
  }

  /** A table as its log tells it. @param {string} id */
  async table(id) {
    const stored = await this.#log.table(id);
    if (!stored) throw new Refused("no-such-table");
    const table = new Table(id, stored.seed);
    for (const entry of await this.#log.eventsAfter(id, -1)) table.apply(entry);
    return table;
  }

  /** Removes a table, or an imported game. @param {string} id */
  async remove(id) {
    const room = await this.#rooms.get(id);
    if (room) room.isGone = true;
    this.#rooms.delete(id);
    await (room ? this.#inTurn(room, () => this.#log.remove(id)) : this.#log.remove(id));
    this.#channel?.postMessage({ table: id, seq: -1, isGone: true });
  }

  /** Whether games are lost when the page is closed. */
  get forgets() {
    return this.#log instanceof MemoryLog;
  }

  /** Opens a table and starts it at once, since everybody is here. @param {NewTable} wanted @param {string} language */
  async create(wanted, language) {
    return this.#open((table) => {
      this.#append(table, created(wanted, language));
      this.#append(table, started(table, new Date()));
    });
  }

  /** @param {(table: Table) => void} fill @param {(id: string) => Entry[]} more */
  async #open(fill, more = () => []) {
    const id = PREFIX + randomHex(8);
    const table = new Table(id, randomHex(32));
    fill(table);
    await this.#write([...table.log, ...more(id)], [table]);
    return this.get(id);
  }

  /** Applies an event to a table that is not stored yet. @param {Table} table @param {TableEvent} event */
  #append(table, event) {
    table.apply(entryAfter(table, event));
  }

  /** The room of a table, read from its log when it is first needed; its bots play on. @param {string} id @returns {Promise<Room>} */
  async get(id) {
    const loaded = this.#rooms.get(id) ?? this.#load(id);
    this.#rooms.delete(id);
    this.#rooms.set(id, loaded);
    loaded.catch(() => this.#rooms.delete(id));
    const room = await loaded;
    this.#forgetIdle();
    this.#bots.wake(room);
    return room;
  }

  /** @param {string} id */
  async #load(id) {
    const stored = await this.#log.table(id);
    if (!stored) throw new Refused("no-such-table");
    const room = new Room(new Table(id, stored.seed), this.#clock);
    for (const entry of await this.#log.eventsAfter(id, -1)) room.apply(entry, false);
    return room;
  }

  async #forgetIdle() {
    for (const [id, loading] of this.#rooms) {
      if (this.#rooms.size <= MOST_LOADED) return;
      if (!(await loading).listeners.size) this.#rooms.delete(id);
    }
  }

  /** The rooms of all tables here, newest event first. @param {number} most */
  async recent(most) {
    const tables = (await this.#log.tables()).sort((one, other) => (one.touched < other.touched ? 1 : -1));
    return Promise.all(tables.slice(0, most).map(({ id }) => this.get(id)));
  }

  /**
   * Decides a request and commits its event; `decide` returns null if nothing changes, and throws what it refuses. Until it has decided,
   * nothing else happens at this table in this tab.
   * @param {Room} room @param {Decision} decide @param {string | null} moveId
   */
  async change(room, decide, moveId = null) {
    await this.#decide(room, decide, moveId);
    this.#bots.wake(room);
  }

  /** The table of a rematch, opened by the first who asks for it. @param {Room} room */
  async rematch(room) {
    await this.#inTurn(room, async () => {
      if (room.table.rematch) return;
      /** @param {string} table */
      const opened = (table) => [entryAfter(room.table, { event: "rematch", table })];
      await this.#open((table) => {
        this.#append(table, rematchOf(room.table));
        this.#append(table, started(table, new Date()));
      }, opened);
      await this.#catchUp(room);
    });
    return this.get(String(room.table.rematch));
  }

  /** @param {Room} room @param {Decision} decide @param {string | null} moveId */
  #decide(room, decide, moveId = null) {
    return this.#inTurn(room, async () => {
      for (;;) {
        if (room.isGone) throw new Refused("no-such-table");
        const event = await decide(room);
        if (!event) return;
        const entry = entryAfter(room.table, event, moveId);
        try {
          await this.#write([entry], [room.table]);
          return this.#apply(room, [entry]);
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          // Another tab was quicker: the request is decided again, with what happened there.
          await this.#catchUp(room);
        }
      }
    });
  }

  /** @template T @param {Room} room @param {() => Promise<T>} work @returns {Promise<T>} */
  #inTurn(room, work) {
    const done = room.queue.then(work);
    room.queue = done.catch(() => {});
    return done;
  }

  /** @param {Entry[]} entries @param {Table[]} tables */
  async #write(entries, tables) {
    const touched = String(entries.at(-1)?.at);
    try {
      await this.#log.write(entries, tables.map(({ id, seed }) => ({ id, seed, touched })));
    } catch (error) {
      throw error instanceof Full ? new Refused("device-full") : error;
    }
    for (const { table, seq } of entries) this.#channel?.postMessage({ table, seq });
  }

  /** @param {Room} room @param {Entry[]} entries */
  #apply(room, entries) {
    if (!entries.length) return;
    const before = room.table.seq;
    for (const entry of entries) room.apply(entry);
    room.broadcast(before);
  }

  /** Applies what other tabs have written. @param {Room} room */
  async #catchUp(room) {
    this.#apply(room, await this.#log.eventsAfter(room.table.id, room.table.seq));
  }

  /** @param {{table: string, seq: number, isGone?: boolean}} news */
  async #follow({ table, seq, isGone = false }) {
    const room = await this.#rooms.get(table);
    if (room && isGone) {
      room.isGone = true;
      this.#rooms.delete(table);
    }
    if (!room || seq <= room.table.seq) return;
    await this.#inTurn(room, () => this.#catchUp(room));
    this.#bots.wake(room);
  }
}

/** @param {Table} table @param {TableEvent} event @param {string | null} moveId @returns {Entry} */
const entryAfter = (table, event, moveId = null) => ({ table: table.id, seq: table.seq + 1, at: timeAfter(table.log.at(-1)?.at), moveId, event });

/** Now, but later than the last event: the time of a table's last event tells whether its summary is up to date. @param {string | undefined} last */
function timeAfter(last) {
  const now = new Date().toISOString();
  return last === undefined || now > last ? now : new Date(Date.parse(last) + 1).toISOString();
}
