/** The room around a table of this device: its clock, who waits for whom, and the screens that show it. */

import { recipientOf } from "../engine/state.js";
import { CONSTANTS } from "../lib/settings.js";
import { ME } from "./me.js";
import { viewOf } from "./view.js";

/** @import { Match } from "../engine/match.js" */
/** @import { Awaited, Entry } from "./types.d.ts" */
/** @import { Table } from "./table.js" */
/** @import { Update } from "../wire.d.ts" */

/** Factors of a bot's pause, by speed, and after a score, which may be undone. */
const SPEEDS = { slow: 2, normal: 1, fast: 0.25 };
const AFTER_A_SCORE = 1.5;
/** Seconds of a step of a bot at normal speed. */
const PACE = 0.8;
/** The most seconds that an open confirmation or hint delays the others, once per roll. */
const CONSIDERING = 60;

export class Room {
  #still = 0;
  #considering = false;
  /** @type {number | null} */
  #consideringSince = null;
  #clock;
  /** Each is called with an update, and the bot that is waited for. @type {Set<(update: Update, awaited: Awaited | null) => void>} */
  listeners = new Set();
  /** Each is called with the bot that is waited for, and how much of its tables has come. @type {Set<(awaited: Awaited | null) => void>} */
  watchers = new Set();
  /** Bots do not pause until a person has to act. */
  skipping = false;
  /** Whether its table has been deleted. */
  isGone = false;
  #wake = () => {};
  /** The bot that needs tables which are not there yet. @type {Awaited | null} */
  awaited = null;
  /** The queue of changes to this table. @type {Promise<unknown>} */
  queue = Promise.resolve();

  /** @param {Table} table @param {() => number} clock in seconds */
  constructor(table, clock) {
    this.table = table;
    this.#clock = clock;
  }

  /** Applies a stored event; screens animate one that is new. @param {Entry} entry @param {boolean} isNew */
  apply(entry, isNew = true) {
    this.table.apply(entry);
    const { event } = entry;
    if (event.event === "rolled" || event.event === "scored") {
      this.#still = isNew ? this.#clock() + this.#motionOf(event) : this.#clock();
      this.#considering = false;
      this.#consideringSince = null;
    }
    this.#wake();
  }

  /** How many seconds the screens need to show an event. @param {Extract<Entry["event"], {event: "rolled" | "scored"}>} event */
  #motionOf(event) {
    const { rolled, marked, packed, scored } = CONSTANTS.motion;
    if (event.event === "rolled") return rolled;
    const { seats, settings } = this.table;
    return (seats[event.seat].bot !== null && settings.speed !== "fast" ? marked : 0) + (event.gift ? packed : 0) + scored;
  }

  /** The seconds in which only the recipient may act. */
  get prioritySeconds() {
    const { table } = this;
    if (!table.recipientHasPriority) return 0;
    const until = [0];
    if (table.recipientDecides && table.settings.wait) until.push(this.#still + table.settings.wait);
    if (this.#considering && this.#consideringSince !== null) until.push(this.#consideringSince + CONSIDERING);
    return Math.max(0, Math.max(...until) - this.#clock());
  }

  /** Notes whether the recipient is about to ask, which delays the others. @param {number} seat @param {boolean} considering */
  consider(seat, considering) {
    this.#considering = considering && this.table.recipientHasPriority && seat === recipientOf(/** @type {Match} */ (this.table.match).state);
    if (this.#considering) this.#consideringSince ??= this.#clock();
    this.#wake();
  }

  /** Waits for an event or a change of the pause, but not longer. @param {number} seconds @returns {Promise<void>} */
  changed(seconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 1000 * seconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Whether a bot could not load its tables and tries again later. */
  get hasFailed() {
    return this.awaited?.loading === null;
  }

  /** Tells the screens which bot they wait for, null if none. @param {Awaited | null} awaited */
  waitFor(awaited) {
    const before = this.hasFailed;
    this.awaited = awaited;
    for (const watcher of this.watchers) watcher(awaited);
    if (before !== this.hasFailed) this.broadcast(this.table.seq);
  }

  /** A bot that could not load its tables tries again at once. */
  tryAgain() {
    this.#wake();
  }

  /** The seconds left of a bot's pause. */
  get pause() {
    if (this.skipping) return 0;
    const longer = this.table.log.at(-1)?.event.event === "scored" ? AFTER_A_SCORE : 1;
    return Math.max(0, this.#still + PACE * SPEEDS[this.table.settings.speed] * longer - this.#clock());
  }

  /** The bots play without pauses until a person has to act. */
  skip() {
    this.skipping = this.table.botDecision !== null;
    this.#wake();
  }

  /** What the server answers with: the events after a seq, and the view. @param {number} since @returns {Update} */
  update(since) {
    return { me: ME, events: this.table.eventsSince(since), view: viewOf(this.table, Math.round(1000 * this.prioritySeconds)) };
  }

  /** Shows every screen the events after a seq. @param {number} since */
  broadcast(since) {
    for (const listener of this.listeners) listener(this.update(since), this.awaited);
  }
}
