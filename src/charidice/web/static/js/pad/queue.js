/** What this phone has entered: kept in localStorage and handed in in order, so that nothing is lost without a network. */

import { messageOf, patiently, post, randomWords, TOO_MANY, Unreachable } from "../lib/api.js";
import { idsOn } from "../lib/pad-entries.js";
import { keepPad, padOf } from "../lib/settings.js";

/** @import { Entered, KeptEntry, KeptPad, PadTurn } from "../types.d.ts" */
/** @import { ScoreView, Update, View } from "../wire.d.ts" */

const NEXT_TRY = 3000;

export class Queue {
  #table;
  #taken;
  #changed;
  #sending = false;
  #timer = 0;
  /** @type {KeptPad} */
  #kept;

  /** @param {string} table @param {{taken: (update: Update) => void, changed: () => void}} listeners */
  constructor(table, { taken, changed }) {
    this.#table = table;
    this.#taken = taken;
    this.#changed = changed;
    this.#kept = padOf(table) ?? { update: null, entries: [], scores: [] };
    addEventListener("online", this.handIn);
    addEventListener("storage", this.#readAgain);
  }

  close() {
    clearTimeout(this.#timer);
    removeEventListener("online", this.handIn);
    removeEventListener("storage", this.#readAgain);
  }

  /** What the server does not have yet, in order; refused entries wait for a decision. */
  get entries() {
    return this.#kept.entries;
  }

  /** The last known state of the pad, for a start without a network. */
  get update() {
    return this.#kept.update;
  }

  get scores() {
    return this.#kept.scores;
  }

  /** @param {ScoreView[]} scores */
  keepScores(scores) {
    this.#keep(() => ({ scores }));
  }

  /** Stores the server's state, and drops the entries that it has. @param {View} view @param {number | null} me */
  saw(view, me) {
    const known = new Set(idsOn(view.pad));
    this.#keep(({ entries }) => ({ update: { view, me, events: [] }, entries: entries.filter(({ entry }) => !known.has(entry)) }));
  }

  /** Adds an entry for a turn as it is shown. @param {PadTurn} turn @param {Entered} entered */
  add({ round, seat, standing }, { value, boxes }) {
    const entry = { entry: randomWords(), round, seat, value, replaces: standing, boxes };
    // The new entry replaces refused ones for this turn.
    this.#keep(({ entries }) => ({ entries: [...entries.filter((other) => !other.refused || other.round !== round || other.seat !== seat), entry] }));
    return this.handIn();
  }

  /** @param {string} id */
  drop(id) {
    this.#keep(({ entries }) => ({ entries: entries.filter(({ entry }) => entry !== id) }));
  }

  /** Hands in all entries, one after the other; stops without a network and tries again. */
  handIn = async () => {
    clearTimeout(this.#timer);
    if (this.#sending) return;
    this.#sending = true;
    try {
      let next;
      while ((next = this.entries.find(({ refused }) => !refused)) && (await this.#send(next)));
      if (next) this.#timer = window.setTimeout(this.handIn, NEXT_TRY);
    } finally {
      this.#sending = false;
    }
    this.#changed();
  };

  /** Whether the server has answered. @param {KeptEntry} kept */
  async #send(kept) {
    const { entry, round, seat, value, replaces } = kept;
    try {
      const update = await patiently(() => post(`/api/tables/${this.#table}/entries`, { entry, round, seat, value, replaces }), TOO_MANY);
      this.drop(entry);
      this.#taken(update);
    } catch (error) {
      if (error instanceof Unreachable) return false;
      const refused = messageOf(error);
      this.#keep(({ entries }) => ({ entries: entries.map((each) => (each.entry === entry ? { ...each, refused } : each)) }));
    }
    return true;
  }

  /** Changes what is stored: another window of this browser may have entered something meanwhile. @param {(kept: KeptPad) => Partial<KeptPad>} change */
  #keep(change) {
    const stored = padOf(this.#table) ?? this.#kept;
    this.#kept = { ...stored, ...change(stored) };
    keepPad(this.#table, this.#kept);
  }

  /** Another window has stored something. */
  #readAgain = () => {
    this.#kept = padOf(this.#table) ?? this.#kept;
    this.#changed();
  };
}
