/**
 * The logs of the tables on this device, in IndexedDB. An event is acknowledged once its transaction is complete, and the key
 * (table, seq) decides between two tabs, as in the database of a server.
 */

/** @import { Entry, KeptGame, StoredTable, Summary } from "./types.d.ts" */

const NAME = "charidice";
const VERSION = 2;
const TABLES = "tables";
const EVENTS = "events";
/** What is known of finished and other games for the history, by table; it can be found again from their events. */
const SUMMARIES = "summaries";
/** Games of a backup, which were not played here. */
const KEPT = "kept";

/** Another tab has written an event with this seq first. */
export class Conflict extends Error {}
/** The browser has no room for another event. */
export class Full extends Error {}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when a transaction is on disk. @param {IDBTransaction} transaction @returns {Promise<void>} */
const committed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });

/** Every event of one table. @param {string} table @param {number} since */
const after = (table, since = -1) => IDBKeyRange.bound([table, since], [table, Infinity], true);

export class Log {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** Opens the database; rejects where the browser allows none. @returns {Promise<Log>} */
  static async open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore(TABLES, { keyPath: "id" });
        request.result.createObjectStore(EVENTS, { keyPath: ["table", "seq"] });
      }
      request.result.createObjectStore(SUMMARIES, { keyPath: "id" });
      request.result.createObjectStore(KEPT, { keyPath: "id" });
    };
    const database = await answer(request);
    // Close at once, so that a tab with a newer version need not wait for this one.
    database.onversionchange = () => database.close();
    return new Log(database);
  }

  /** @returns {Promise<StoredTable[]>} */
  tables() {
    return answer(this.#database.transaction(TABLES).objectStore(TABLES).getAll());
  }

  /** The table of an id, null if there is none. @param {string} id @returns {Promise<StoredTable | null>} */
  async table(id) {
    return (await answer(this.#database.transaction(TABLES).objectStore(TABLES).get(id))) ?? null;
  }

  /** The events of a table after a seq. @param {string} table @param {number} since @returns {Promise<Entry[]>} */
  eventsAfter(table, since) {
    return answer(this.#database.transaction(EVENTS).objectStore(EVENTS).getAll(after(table, since)));
  }

  /**
   * Writes events, each under the next seq of its table, and what is known of their tables, all or nothing.
   * @param {Entry[]} entries @param {StoredTable[]} tables
   */
  async write(entries, tables) {
    const transaction = this.#database.transaction([TABLES, EVENTS], "readwrite", { durability: "strict" });
    try {
      // An event is only ever added, never replaced.
      for (const entry of entries) transaction.objectStore(EVENTS).add(entry);
      for (const table of tables) transaction.objectStore(TABLES).put(table);
      await committed(transaction);
    } catch (error) {
      throw reasonOf(error);
    }
  }

  /** Removes a table or an imported game. @param {string} id */
  async remove(id) {
    const transaction = this.#database.transaction([TABLES, EVENTS, SUMMARIES, KEPT], "readwrite");
    transaction.objectStore(EVENTS).delete(after(id));
    for (const store of [TABLES, SUMMARIES, KEPT]) transaction.objectStore(store).delete(id);
    await committed(transaction);
  }

  /** @returns {Promise<Summary[]>} */
  summaries() {
    return answer(this.#database.transaction(SUMMARIES).objectStore(SUMMARIES).getAll());
  }

  /** @param {Summary} summary */
  sumUp(summary) {
    return this.#put(SUMMARIES, summary);
  }

  /** @returns {Promise<KeptGame[]>} */
  kept() {
    return answer(this.#database.transaction(KEPT).objectStore(KEPT).getAll());
  }

  /** @param {KeptGame} game */
  keep(game) {
    return this.#put(KEPT, game);
  }

  /** @param {string} store @param {object} row */
  async #put(store, row) {
    const transaction = this.#database.transaction(store, "readwrite");
    try {
      transaction.objectStore(store).put(row);
      await committed(transaction);
    } catch (error) {
      throw reasonOf(error);
    }
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  const { name } = /** @type {DOMException} */ (error);
  return name === "ConstraintError" ? new Conflict() : name === "QuotaExceededError" ? new Full() : error;
}

/** The same in memory, where the browser stores nothing: its tables end with the page. */
export class MemoryLog {
  /** @type {Map<string, StoredTable>} */
  #tables = new Map();
  /** @type {Map<string, Entry[]>} */
  #events = new Map();
  /** @type {Map<string, Summary>} */
  #summaries = new Map();
  /** @type {Map<string, KeptGame>} */
  #kept = new Map();

  async tables() {
    return [...this.#tables.values()];
  }

  /** @param {string} id */
  async table(id) {
    return this.#tables.get(id) ?? null;
  }

  /** @param {string} table @param {number} since */
  async eventsAfter(table, since) {
    return (this.#events.get(table) ?? []).slice(since + 1);
  }

  /** @param {Entry[]} entries @param {StoredTable[]} tables */
  async write(entries, tables) {
    for (const entry of entries) this.#events.set(entry.table, [...(this.#events.get(entry.table) ?? []), entry]);
    for (const table of tables) this.#tables.set(table.id, table);
  }

  /** @param {string} id */
  async remove(id) {
    for (const rows of [this.#tables, this.#events, this.#summaries, this.#kept]) rows.delete(id);
  }

  async summaries() {
    return [...this.#summaries.values()];
  }

  /** @param {Summary} summary */
  async sumUp(summary) {
    this.#summaries.set(summary.id, summary);
  }

  async kept() {
    return [...this.#kept.values()];
  }

  /** @param {KeptGame} game */
  async keep(game) {
    this.#kept.set(game.id, game);
  }
}
