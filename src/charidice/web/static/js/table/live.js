/** A table as it changes: events from any point on without gaps, over a socket that comes back by itself. */

import { get, Unreachable } from "../lib/api.js";

/** @import { News } from "../types.d.ts" */
/** @import { PresenceMessage, ReactionMessage, ServerMessage } from "../wire.d.ts" */

const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** The server says every three seconds who is there; after so many milliseconds of silence the connection is dead. */
const SILENCE = 8_000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"];

/**
 * Follows a table. `onUpdate({me, events, view})` tells of everything new, in order and once; `onReaction`,
 * `onPresence` of what passes; `onConnection(true|false)` whether news can arrive now.
 * @typedef {{onUpdate: (news: News) => void, onWait?: (wait: number) => void, onReaction?: (reaction: ReactionMessage) => void,
 *   onPresence?: (presence: PresenceMessage) => void, onConnection?: (connected: boolean) => void}} Listeners
 */
export class Live {
  #table;
  #listeners;
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;
  #silence = 0;
  #heard = 0;
  #pause = SHORTEST_PAUSE;
  #closed = false;
  #touched = false;
  seq = -1;

  /** @param {string} table @param {Listeners} listeners */
  constructor(table, listeners) {
    this.#table = table;
    this.#listeners = listeners;
    addEventListener("online", this.#now);
    addEventListener("pageshow", this.#now);
    document.addEventListener("visibilitychange", this.#seen);
    for (const touch of TOUCHES) addEventListener(touch, this.#touch, { capture: true, passive: true });
    this.#connect();
  }

  close() {
    this.#closed = true;
    removeEventListener("online", this.#now);
    removeEventListener("pageshow", this.#now);
    document.removeEventListener("visibilitychange", this.#seen);
    for (const touch of TOUCHES) removeEventListener(touch, this.#touch, { capture: true });
    this.#drop();
  }

  /** Takes what an answer to a request brought, so that nothing has to arrive twice. @param {News} news */
  take(news) {
    const { seq } = news.view;
    // An answer may come later than the news of what happened after it.
    if (seq < this.seq || (seq === this.seq && !("me" in news))) return;
    const events = news.events.filter((event) => event.seq > this.seq);
    this.seq = seq;
    this.#listeners.onUpdate({ ...news, events });
  }

  /** Asks for what is new, for instance after an answer got lost. */
  async catchUp() {
    this.take(await get(`/api/tables/${this.#table}?since=${this.seq}`));
  }

  #touch = () => {
    this.#touched = true;
  };

  #seen = () => {
    this.#answer();
    this.#now();
  };

  /** After a sleep or a change of networks: a socket that still seems open may lead nowhere. */
  #now = () => {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (this.#socket && Date.now() - this.#heard < SILENCE) {
      this.catchUp().catch((error) => error instanceof Unreachable && this.#lost());
    } else {
      this.#lost();
      this.#connect();
    }
  };

  /** Says whether anybody is with this page: the server asks by every sign of life. */
  #answer() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(document.visibilityState === "hidden" ? "hidden" : this.#touched ? "touched" : "shown");
    this.#touched = false;
  }

  #connect() {
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.#table}/live?since=${this.seq}`);
    this.#socket = socket;
    this.#listen();
    socket.onopen = () => this.#answer();
    socket.onmessage = ({ data }) => {
      this.#listen();
      this.#pause = SHORTEST_PAUSE;
      this.#hear(JSON.parse(data));
    };
    socket.onclose = () => this.#lost();
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    if (message.type === "update") {
      this.#listeners.onConnection?.(true);
      this.take(message);
    } else if (message.type === "wait") this.#listeners.onWait?.(message.wait);
    else if (message.type === "reaction") this.#listeners.onReaction?.(message);
    else if (message.type === "presence") {
      this.#listeners.onPresence?.(message);
      this.#answer();
    }
  }

  /** Waits for the next sign of life. */
  #listen() {
    this.#heard = Date.now();
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => this.#lost(), SILENCE);
  }

  /** Tries again after a pause that grows, a little different for everyone, so that a server that is back is not overrun. */
  #lost() {
    this.#drop();
    if (this.#closed) return;
    this.#listeners.onConnection?.(false);
    this.#timer = window.setTimeout(() => this.#connect(), this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #drop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
