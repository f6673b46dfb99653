/** Live table updates: over a WebSocket that resumes from the last seq and reconnects by itself, or from this device. */

import { get, isHere, listenHere, randomWords, Unreachable } from "../lib/api.js";
import { say } from "../lib/text.js";

/** @import { Children, News } from "../types.d.ts" */
/** @import { PresenceMessage, ReactionMessage, ServerMessage } from "../wire.d.ts" */

const MIN_BACKOFF = 500;
const MAX_BACKOFF = 10_000;
/** In milliseconds. The server's heartbeat, a presence message, comes every three seconds. */
const HEARTBEAT_TIMEOUT = 8_000;
/** What the server says when it closes a connection: 4000 plus an HTTP status. */
const NOT_FOUND = 404;
const GONE = 4000 + NOT_FOUND;
/** @type {Record<number, string>} */
const TROUBLES = { 4408: "web.table.away.slow", 4429: "web.table.away.crowded", 4503: "web.table.away.data" };
/** The id of this page, so that an answer to it is not sent over its live connection, too. */
export const PAGE = randomWords();
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"];

/**
 * Subscribes to a table. `onUpdate({me, events, view})` gets every event once and in order; `onReaction` and `onPresence`
 * get transient messages; `onConnection` gets why there is no connection now, "" once there is one; `onGone` is called
 * when the table has been deleted.
 * @typedef {{onUpdate: (news: News) => void, onWait?: (wait: number) => void, onReaction?: (reaction: ReactionMessage) => void,
 *   onPresence?: (presence: PresenceMessage) => void, onConnection?: (trouble: Children) => void, onGone?: () => void}} Listeners
 */
export class Live {
  #table;
  #listeners;
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;
  #heartbeatTimer = 0;
  #lastHeard = 0;
  #backoff = MIN_BACKOFF;
  #closed = false;
  #touched = false;
  /** Stops the updates of a table on this device. */
  #unlisten = () => {};
  seq = -1;

  /** @param {string} table @param {Listeners} listeners */
  constructor(table, listeners) {
    this.#table = table;
    this.#listeners = listeners;
    addEventListener("online", this.#checkConnection);
    addEventListener("pageshow", this.#checkConnection);
    document.addEventListener("visibilitychange", this.#seen);
    for (const touch of TOUCHES) addEventListener(touch, this.#touch, { capture: true, passive: true });
  }

  /** Fetches the table, then follows it; rejects if there is none. */
  async open() {
    try {
      await this.catchUp();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
    if (this.#closed || this.#socket) return;
    if (!isHere(this.#table)) return this.#connect();
    this.#unlisten = await listenHere(this.#table, (news, trouble) => {
      this.#listeners.onConnection?.(trouble);
      this.take(news);
    });
    if (this.#closed) this.#unlisten();
    else await this.catchUp();
  }

  close() {
    this.#closed = true;
    this.#unlisten();
    removeEventListener("online", this.#checkConnection);
    removeEventListener("pageshow", this.#checkConnection);
    document.removeEventListener("visibilitychange", this.#seen);
    for (const touch of TOUCHES) removeEventListener(touch, this.#touch, { capture: true });
    this.#drop();
  }

  /** Applies an update, from the socket or from the response to a request; duplicate events are dropped. @param {News} news */
  take(news) {
    const { seq } = news.view;
    // A response may arrive after the update for a later event.
    if (seq < this.seq || (seq === this.seq && !("me" in news))) return;
    if (news.since !== undefined && news.since > this.seq) {
      // Events before these have not arrived yet.
      this.#fetchNews();
      return;
    }
    const events = news.events.filter((event) => event.seq > this.seq);
    this.seq = seq;
    this.#listeners.onUpdate({ ...news, events });
  }

  /** Fetches everything since the last seq, for instance after a lost response. */
  async catchUp() {
    this.take(await get(`/api/tables/${this.#table}?since=${this.seq}`));
  }

  #touch = () => {
    this.#touched = true;
  };

  #seen = () => {
    this.#answerHeartbeat();
    this.#checkConnection();
  };

  /** Checks the connection after sleep or a network change, when a socket may look open but be dead. */
  #checkConnection = () => {
    if (this.#closed || isHere(this.#table) || document.visibilityState === "hidden") return;
    if (this.#socket && Date.now() - this.#lastHeard < HEARTBEAT_TIMEOUT) {
      this.#fetchNews();
    } else {
      this.#reconnect();
      this.#connect();
    }
  };

  #fetchNews() {
    this.catchUp().catch((error) => (error instanceof Unreachable ? this.#reconnect() : error.status === NOT_FOUND && this.#gone()));
  }

  /** Answers each heartbeat with whether the page is visible and in use. */
  #answerHeartbeat() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(document.visibilityState === "hidden" ? "hidden" : this.#touched ? "touched" : "shown");
    this.#touched = false;
  }

  #connect() {
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.#table}/live?since=${this.seq}&page=${PAGE}`);
    this.#socket = socket;
    this.#expectHeartbeat();
    socket.onopen = () => this.#answerHeartbeat();
    socket.onmessage = ({ data }) => {
      this.#expectHeartbeat();
      this.#backoff = MIN_BACKOFF;
      this.#hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => (code === GONE ? this.#gone() : this.#reconnect(TROUBLES[code]));
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    if (message.type === "update") {
      this.#listeners.onConnection?.("");
      this.take(message);
    } else if (message.type === "wait") this.#listeners.onWait?.(message.wait);
    else if (message.type === "reaction") this.#listeners.onReaction?.(message);
    else if (message.type === "presence") {
      this.#listeners.onPresence?.(message);
      this.#answerHeartbeat();
    }
  }

  /** Restarts the heartbeat timeout. */
  #expectHeartbeat() {
    this.#lastHeard = Date.now();
    clearTimeout(this.#heartbeatTimer);
    this.#heartbeatTimer = window.setTimeout(() => this.#reconnect(), HEARTBEAT_TIMEOUT);
  }

  /** Reconnects with exponential backoff and full jitter, so that a restarted server is not overrun. */
  #reconnect(trouble = "web.table.away") {
    this.#drop();
    if (this.#closed) return;
    this.#listeners.onConnection?.(say(trouble));
    this.#timer = window.setTimeout(() => this.#connect(), this.#backoff * Math.random());
    this.#backoff = Math.min(this.#backoff * 2, MAX_BACKOFF);
  }

  #gone() {
    this.close();
    this.#listeners.onGone?.();
  }

  #drop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#heartbeatTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
