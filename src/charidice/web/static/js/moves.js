/** Moves on their way to the server: each arrives once, however often the connection breaks. */

import { post, randomWords, Refusal, Unreachable } from "./api.js";
import { isMeant, toast } from "./dialogs.js";
import { say, sayNodes } from "./text.js";

const PAUSES = [400, 800, 1500, 3000, 5000];
/** News that do not change what the turn is about; a move made without knowing them is still meant. */
const HARMLESS = ["passed", "seated", "moved", "bot-plays", "person-plays"];

export class Moves {
  #table;
  #take;
  #changed;
  #timer = 0;
  #until = 0;
  #closed = false;
  #armed = null;
  /** A move is being sent now. */
  sending = false;
  /** The last try did not reach the server. */
  unreachable = false;

  /** @param {string} table @param {{take: (update: any) => void, changed: () => void}} listeners */
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

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Takes note of what happened; a move that waits goes on, or is dropped (true) if it may no longer be meant. */
  see(situation, events) {
    this.#until = performance.now() + (situation.game?.wait ?? 0);
    if (!this.#armed) return false;
    if (events.every(({ event }) => HARMLESS.includes(event))) {
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
   * @param {any} situation
   * @param {{seat: number, action: string, keep?: number[], dice?: number[]}} move
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

  async #send(body) {
    this.sending = true;
    this.#changed();
    let answer = null;
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

  /** Sends the same move until it is answered; the server does a move with one name only once. */
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

  #reached(reached) {
    if (this.unreachable !== reached) return;
    this.unreachable = !reached;
    this.#changed();
  }

  async #refused(error, body) {
    if (error.code === "stale") {
      const { events, view } = error.details;
      this.#take({ events, view });
      if (events.every(({ event }) => HARMLESS.includes(event))) await this.#send({ ...body, move_id: randomWords(), seq: view.seq });
      else toast(say("web.table.changed"));
    } else if (error.code === "recipient-may-ask") {
      this.#until = performance.now() + error.details.wait;
      this.#arm(body);
    } else if (error.code === "clear-mistake") {
      if (await isMeant(say("web.table.sure"), error.details.hint, "do-it")) await this.#send({ ...body, move_id: randomWords(), sure: true });
    } else toast(error.message);
  }
}
