/** A table as it changes: events from any point on without gaps, over a socket that comes back by itself. */

import { get } from "./api.js";

const LONGEST_PAUSE = 10_000;

/**
 * Follows a table. `onUpdate({me, events, view})` tells of everything new, in order and once; `onReaction`,
 * `onPresence` of what passes; `onConnection(true|false)` whether news can arrive now.
 */
export class Live {
  #table;
  #listeners;
  #socket = null;
  #timer = 0;
  #pause = 500;
  #closed = false;
  seq = -1;

  constructor(table, listeners) {
    this.#table = table;
    this.#listeners = listeners;
    addEventListener("online", this.#now);
    addEventListener("pageshow", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#now);
    removeEventListener("pageshow", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close();
  }

  /** Takes what an answer to a request brought, so that nothing has to arrive twice. */
  take(update) {
    const { seq } = update.view;
    // An answer may come later than the news of what happened after it.
    if (seq < this.seq || (seq === this.seq && !("me" in update))) return;
    const events = update.events.filter((event) => event.seq > this.seq);
    this.seq = seq;
    this.#listeners.onUpdate({ ...update, events });
  }

  /** Asks for what is new, for instance after an answer got lost. */
  async catchUp() {
    this.take(await get(`/api/tables/${this.#table}?since=${this.seq}`));
  }

  #now = () => {
    if (!this.#closed && !this.#socket && document.visibilityState !== "hidden") this.#connect();
  };

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.#table}/live?since=${this.seq}`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      this.#pause = 500;
      const { type, ...message } = JSON.parse(data);
      if (type === "update") {
        this.#listeners.onConnection?.(true);
        this.take(message);
      } else if (type === "reaction") this.#listeners.onReaction?.(message);
      else if (type === "presence") this.#listeners.onPresence?.(message.online);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.#closed) return;
      this.#listeners.onConnection?.(false);
      this.#timer = window.setTimeout(() => this.#connect(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }
}
