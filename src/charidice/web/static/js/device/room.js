/** The room around a table of this device: its clock, who waits for whom, and the screens that show it. */

import { recipientOf } from "../engine/state.js";
import { CONSTANTS } from "../lib/settings.js";
import { ME } from "./me.js";
import { viewOf } from "./view.js";

/** @import { Match } from "../engine/match.js" */
/** @import { Entry } from "./types.d.ts" */
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
  /** Each is called with an update, and the seat of a bot that has to be waited for. @type {Set<(update: Update, awaited: number | null) => void>} */
  listeners = new Set();
  /** Bots do not pause until a person has to act. */
  skipping = false;
  /** Whether its table has been deleted. */
  isGone = false;
  #wake = () => {};
  /** The seat of a bot that cannot fetch its tables. @type {number | null} */
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

  /** Tells the screens which bot they wait for, null if none. @param {number | null} seat */
  waitFor(seat) {
    if (seat === this.awaited) return;
    this.awaited = seat;
    this.broadcast(this.table.seq);
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
