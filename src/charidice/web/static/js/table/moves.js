/** Sends moves to the server exactly once: retries until answered, deduplicated by move id. */

import { messageOf, post, randomWords, Refusal, Unreachable } from "../lib/api.js";
import { confirmed } from "../lib/dialogs.js";
import { toast } from "../lib/dom.js";
import { tooLate } from "./greatest-gift.js";
import { PAGE } from "../parts/live.js";
import { say, sayNodes } from "../lib/text.js";

/** @import { Take } from "../types.d.ts" */
/** @import { Move as SentMove, TableEvent } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

/** @typedef {Pick<SentMove, "seat" | "action" | "keep" | "dice" | "sure">} Move */

const RETRY_DELAYS = [400, 800, 1500, 3000];
/** Deadlines closer than this, in milliseconds, count as the same. */
const SAME_DEADLINE = 300;
/** Events that do not affect the decision: a move made before seeing them is still valid. @type {TableEvent["event"][]} */
const HARMLESS = ["passed", "settings", "speed", "seated", "moved", "bot-plays", "person-plays"];

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
  sending = false;
  /** Why the last attempt got no answer; empty if it did. */
  trouble = "";

  /** @param {string} table @param {{take: Take, changed: () => void}} listeners */
  constructor(table, { take, changed }) {
    this.#table = table;
    this.#take = take;
    this.#changed = changed;
  }

  /** The move that is queued until the recipient's time to ask is over, or they decline. */
  get armed() {
    return this.#armed;
  }

  /** Milliseconds left for the recipient to ask. */
  get waiting() {
    return Math.max(0, this.#until - performance.now());
  }

  /** When that time ends, in `performance.now()` time, and how long it was; null when it is not running. */
  get deadline() {
    return this.waiting ? { until: this.#until, total: this.#total } : null;
  }

  /** Sets the milliseconds left, from the server; nearly the same deadline is kept, so that no countdown jumps. @param {number} time */
  await(time) {
    const until = performance.now() + time;
    if (time && Math.abs(until - this.#until) < SAME_DEADLINE) return;
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

  /** Updates the queued move after new events; drops it if the decision may have changed. @param {Situation} situation @param {TableEvent[]} events */
  see(situation, events) {
    this.await(situation.view.game?.wait ?? 0);
    if (!this.#armed) return;
    if (events.every(isHarmless)) {
      this.#armed.seq = situation.view.seq;
      return this.#wait();
    }
    this.#disarm();
    if (events.some(({ event }) => event === "gift-asked")) toast(sayNodes("web.table.asked-meanwhile", { name: situation.who(situation.recipient) }));
  }

  /**
   * Makes a move; a second press cancels a queued one.
   * @param {Situation} situation
   * @param {Move} move
   */
  make(situation, move) {
    if (this.sending) return;
    if (this.#armed) this.#disarm();
    else {
      const body = { move_id: randomWords(), seq: situation.view.seq, page: PAGE, ...move };
      if (this.waiting && (move.action === "roll" || move.action === "score")) this.#arm(body);
      else this.#send(body);
    }
  }

  /** Skips the bots' pauses. */
  async skip() {
    try {
      this.#take(await post(`/api/tables/${this.#table}/skip`, {}));
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** Tells the others whether to wait for an answer; a failed request is ignored. @param {number} seat @param {boolean} considering */
  async consider(seat, considering) {
    try {
      await post(`/api/tables/${this.#table}/considering`, { seat, considering });
    } catch (error) {
      messageOf(error); // rethrows anything but a failed request
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

  /** Retries until answered; the server deduplicates by move id. @param {SentMove} body */
  async #deliver(body) {
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        const answer = await post(`/api/tables/${this.#table}/moves`, body);
        this.#note("");
        return answer;
      } catch (error) {
        this.#note(error instanceof Unreachable ? error.message : "");
        if (!(error instanceof Unreachable)) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)]));
      }
    }
    return null;
  }

  /** @param {string} trouble */
  #note(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
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
      if (await confirmed(say("web.table.sure"), hint, "do-it")) await this.#send({ ...body, move_id: randomWords(), sure: true });
    } else toast(error.message);
  }
}
