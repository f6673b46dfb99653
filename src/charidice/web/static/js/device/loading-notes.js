/** Notes that the solver's tables are loading, and how much of them has come; screen readers hear the start and the end. */

import { announce } from "../lib/announcer.js";
import { byId, h, refill } from "../lib/dom.js";
import { LOADING } from "../lib/loading.js";
import { percent, say, sayNodes } from "../lib/text.js";
import { fetchStyles } from "./styles.js";

/** @import { Loading } from "../engine/reader.js" */

/** Milliseconds until a note is shown: tables that the browser has kept are there before. */
const SOON = 400;
const WHOLE = 100;

export class Note {
  #timer = 0;
  #isShown = false;

  /** @param {{element: HTMLElement, words: string, start?: string, end?: string}} note its element, the key of its words, and what is announced */
  constructor({ element, words, start, end }) {
    this.element = element;
    this.words = words;
    this.start = start;
    this.end = end;
  }

  /** Puts the note where it belongs; does nothing if it is there. */
  place() {}

  /** @param {Loading} loading */
  update({ percent: come }) {
    const part = h("span", { class: "loading-part", "aria-hidden": "true" }, come === null ? "…" : percent(come / WHOLE));
    refill(this.element, sayNodes(this.words, { percent: part }));
    if (this.#isShown) this.place();
    else this.#timer ||= window.setTimeout(() => this.#show(), SOON);
  }

  async #show() {
    this.#isShown = true;
    await fetchStyles("loading");
    if (!this.#isShown) return;
    this.place();
    if (this.start) announce(this.start);
  }

  /** @param {boolean} isLoaded */
  close(isLoaded) {
    clearTimeout(this.#timer);
    if (this.#isShown && isLoaded && this.end) announce(this.end);
    this.#isShown = false;
    this.element.remove();
  }
}

/** The note at a bot's seat, whose card may be made later than it, or anew. */
class SeatNote extends Note {
  #cards = new MutationObserver(() => this.place());

  /** @param {number} seat @param {string} bot */
  constructor(seat, bot) {
    super({ element: h("span", { class: "seat-loading" }), words: "here.loading.seat", start: say("here.loading.bot", { bot }), end: say("here.loading.bot-ready", { bot }) });
    this.seat = seat;
  }

  place() {
    this.#cards.disconnect();
    document.querySelector(`.seats .seat[data-seat="${this.seat}"]:not(:has(.seat-loading))`)?.append(this.element);
    this.#cards.observe(document.body, { childList: true, subtree: true });
  }

  /** @param {boolean} isLoaded */
  close(isLoaded) {
    this.#cards.disconnect();
    super.close(isLoaded);
  }
}

/** The note of a hint, among the messages: as a status, it is read out when it comes. */
class HintNote extends Note {
  constructor() {
    super({ element: h("p", { class: "toast tables-loading", role: "status" }), words: "here.loading.tables", end: say("here.loading.tables.end") });
  }

  place() {
    if (!this.element.isConnected) byId("toasts").append(this.element);
  }
}

/** The words of the review screen, which is a status for screen readers. */
class ReviewNote extends Note {
  constructor() {
    super({ element: h("span"), words: "here.loading.tables" });
  }

  place() {
    document.dispatchEvent(new CustomEvent(LOADING, { detail: this.element }));
  }

  /** @param {boolean} isLoaded */
  close(isLoaded) {
    document.dispatchEvent(new CustomEvent(LOADING, { detail: null }));
    super.close(isLoaded);
  }
}

/** @param {number} seat @param {string} bot the name of the bot there */
export const noteAtSeat = (seat, bot) => new SeatNote(seat, bot);
export const noteOfHint = () => new HintNote();
export const noteOfReview = () => new ReviewNote();
