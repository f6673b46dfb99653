/** Moves on their way to the server: each arrives once, however often the connection breaks. */

import { messageOf, post, randomWords, Refusal, Unreachable } from "../lib/api.js";
import { isMeant } from "../lib/dialogs.js";
import { toast } from "../lib/dom.js";
import { tooLate } from "./greatest-gift.js";
import { say, sayNodes } from "../lib/text.js";

/** @import { Take } from "../types.d.ts" */
/** @import { Move as SentMove, TableEvent } from "../wire.d.ts" */
/** @import { Situation } from "./situation.js" */

/** @typedef {Pick<SentMove, "seat" | "action" | "keep" | "dice">} Move */

const PAUSES = [400, 800, 1500, 3000, 5000];
/** Deadlines that are so close, in milliseconds, are one and the same. */
const SAME = 300;
/** News that do not change what the turn is about; a move made without knowing them is still meant. @type {TableEvent["event"][]} */
const HARMLESS = ["passed", "speed", "seated", "moved", "bot-plays", "person-plays"];

/** @param {TableEvent} event */
const isHarmless = ({ event }) => HARMLESS.includes(event);

export class Moves {
  #table;
  #take;
  #changed;
  #timer = 0;
  #until = 0;
  #total = 0;
  #expiry = 0;
  #closed = false;
  /** @type {SentMove | null} */
  #armed = null;
  /** A move is being sent now. */
  sending = false;
  /** The last try did not reach the server. */
  unreachable = false;

  /** @param {string} table @param {{take: Take, changed: () => void}} listeners */
  constructor(table, { take, changed }) {
    this.#table = table;
    this.#take = take;
    this.#changed = changed;
  }

  /** A move waits until the recipient can no longer ask, or said that they will not. */
  get armed() {
    return this.#armed;
  }

  /** For how many milliseconds the recipient's time to ask still runs. */
  get waiting() {
    return Math.max(0, this.#until - performance.now());
  }

  /** When that time is over, by the clock of `performance.now`, and how long it was; null when it does not run. */
  get deadline() {
    return this.waiting ? { until: this.#until, total: this.#total } : null;
  }

  /** So many milliseconds are left, says the server; told again, a deadline stays as it is, and no clock jumps. @param {number} time */
  await(time) {
    const until = performance.now() + time;
    if (time && Math.abs(until - this.#until) < SAME) return;
    this.#until = until;
    this.#total = time;
    clearTimeout(this.#expiry);
    if (time) this.#expiry = window.setTimeout(() => this.#changed(), time + 1);
    if (this.#armed) this.#wait();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#expiry);
  }

  /** Takes note of what happened; a move that waits goes on, or is dropped (true) if it may no longer be meant. @param {Situation} situation @param {TableEvent[]} events */
  see(situation, events) {
    this.await(situation.view.game?.wait ?? 0);
    if (!this.#armed) return false;
    if (events.every(isHarmless)) {
      this.#armed.seq = situation.view.seq;
      this.#wait();
      return false;
    }
    this.#disarm();
    if (events.some(({ event }) => event === "gift-asked")) toast(sayNodes("web.table.asked-meanwhile", { name: situation.who(situation.recipient) }));
    return true;
  }

  /**
   * Makes a move; a second press takes back one that still waits.
   * @param {Situation} situation
   * @param {Move} move
   */
  make(situation, move) {
    if (this.sending) return;
    if (this.#armed) this.#disarm();
    else {
      const body = { move_id: randomWords(), seq: situation.view.seq, ...move };
      if (this.waiting && (move.action === "roll" || move.action === "score")) this.#arm(body);
      else this.#send(body);
    }
  }

  /** The bots play on without a pause. */
  async skip() {
    try {
      this.#take(await post(`/api/tables/${this.#table}/skip`, {}));
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** Tells the others to wait for an answer, or no longer; without a connection nobody has to know. @param {number} seat @param {boolean} considering */
  async consider(seat, considering) {
    try {
      await post(`/api/tables/${this.#table}/considering`, { seat, considering });
    } catch (error) {
      messageOf(error); // which throws what is no failed request
    }
  }

  /** @param {SentMove} body */
  #arm(body) {
    this.#armed = body;
    this.#wait();
    this.#changed();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const body = this.#armed;
      this.#armed = null;
      if (body) this.#send(body);
    }, this.waiting);
  }

  #disarm() {
    clearTimeout(this.#timer);
    this.#armed = null;
    this.#changed();
  }

  /** @param {SentMove} body */
  async #send(body) {
    this.sending = true;
    this.#changed();
    let answer;
    try {
      answer = await this.#deliver(body);
    } catch (error) {
      this.sending = false;
      this.#changed();
      if (!(error instanceof Refusal)) throw error;
      await this.#refused(error, body);
      return;
    }
    this.sending = false;
    if (answer) this.#take(answer);
    this.#changed();
  }

  /** Sends the same move until it is answered; the server does a move with one name only once. @param {SentMove} body */
  async #deliver(body) {
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        const answer = await post(`/api/tables/${this.#table}/moves`, body);
        this.#reached(true);
        return answer;
      } catch (error) {
        if (!(error instanceof Unreachable)) {
          this.#reached(true);
          throw error;
        }
        this.#reached(false);
        await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(attempt, PAUSES.length - 1)]));
      }
    }
    return null;
  }

  /** @param {boolean} reached */
  #reached(reached) {
    if (this.unreachable !== reached) return;
    this.unreachable = !reached;
    this.#changed();
  }

  /** @param {Refusal} error @param {SentMove} body */
  async #refused(error, body) {
    const { events, view, wait, hint } = error.details;
    if (error.code === "stale" && events && view) {
      this.#take({ events, view });
      if (events.every(isHarmless)) await this.#send({ ...body, move_id: randomWords(), seq: view.seq });
      else if (body.action === "ask" && !view.game?.may[body.seat].includes("ask")) toast(tooLate(events, view, body.seat));
      else toast(say("web.table.changed"));
    } else if (error.code === "recipient-may-ask" && wait !== undefined) {
      this.await(wait);
      this.#arm(body);
    } else if (error.code === "clear-mistake") {
      if (await isMeant(say("web.table.sure"), hint, "do-it")) await this.#send({ ...body, move_id: randomWords(), sure: true });
    } else toast(error.message);
  }
}
