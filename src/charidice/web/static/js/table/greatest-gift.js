/** The question for the greatest of gifts: the recipient may ask once a game, after a confirmation. */

import { Countdown } from "../parts/countdown.js";
import { h, refill } from "../lib/dom.js";
import { isSecondPress } from "../lib/presses.js";
import { tableIcon, twice } from "../parts/table-icons.js";
import { say, sayNodes, seatName } from "../lib/text.js";

/** @import { Deadline } from "../types.d.ts" */
/** @import { MoveName, TableEvent, View } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

export class GreatestGift {
  #sure = false;
  #begun = -Infinity;
  #turn = "";
  #rolls = 0;
  #clock = new Countdown();

  /** @param {{onAnswer: (action: MoveName) => void, onConsider: (considering: boolean) => void}} listeners */
  constructor({ onAnswer, onConsider }) {
    this.#onAnswer = onAnswer;
    this.#onConsider = onConsider;
    this.ask = h("button", { class: "button ask", type: "button", data: { action: "ask" }, on: { click: () => this.begin() } });
    this.pass = h("button", { class: "button pass", type: "button", data: { action: "decline" }, on: { click: () => this.#onAnswer("decline") } });
    this.yes = h("button", { class: "button primary sure", type: "button", data: { action: "ask-sure" }, on: { click: (event) => isSecondPress(event, this.#begun) || this.#answer() } });
    this.no = h("button", { class: "button keep", type: "button", data: { action: "ask-keep" }, on: { click: (event) => isSecondPress(event, this.#begun) || this.keep() } });
    this.element = h("div", { class: "greatest" }, this.ask, this.pass, this.no, this.yes, this.#clock.element);
  }
  #onAnswer;
  #onConsider;

  /** Whether the confirmation is open; nobody should move until it is answered. */
  get considering() {
    return this.#sure;
  }

  /** Opens the confirmation, since asking cannot be undone; the focus goes to the safe answer. */
  begin() {
    this.#sure = true;
    this.#begun = performance.now();
    this.#show();
    this.no.focus();
    this.#onConsider(true);
  }

  /** @param {Situation} situation @param {{sending: boolean, deadline: Deadline | null}} turn */
  update(situation, { sending, deadline }) {
    const { game, recipient } = situation;
    const turn = `${game.round}/${game.active}`;
    if (turn !== this.#turn || !situation.canAsk) this.#sure = false;
    // Another roll keeps the confirmation open, but the server must be told again.
    if (this.#sure && game.rolls !== this.#rolls) this.#onConsider(true);
    this.#turn = turn;
    this.#rolls = game.rolls;
    this.element.hidden = !situation.canAsk;
    this.#clock.update(situation.canAsk ? deadline : null);
    const who = situation.shared ? situation.bdi(recipient) : null;
    const label = ["long", "short"].map((size) => h("span", { class: size }, say(size === "long" ? "web.table.ask" : "web.table.ask.short")));
    refill(this.ask, tableIcon("gift"), h("span", { class: "ask-label" }, who, label), twice());
    this.ask.setAttribute("aria-label", [situation.shared ? `${situation.name(recipient)}: ` : "", say("web.table.ask")].join(""));
    refill(this.pass, say("web.table.pass"));
    this.pass.classList.toggle("offered", situation.canDecline);
    refill(this.yes, say("web.table.ask-sure"));
    refill(this.no, say("web.table.ask-keep"));
    for (const button of [this.ask, this.pass, this.yes]) button.setAttribute("aria-disabled", String(sending));
    this.#show();
  }

  #answer() {
    this.#sure = false;
    this.#onAnswer("ask");
  }

  /** Closes the confirmation without asking. */
  keep() {
    this.#sure = false;
    this.#show();
    this.ask.focus();
    this.#onConsider(false);
  }

  #show() {
    this.ask.hidden = this.#sure;
    this.pass.hidden = this.#sure || !this.pass.classList.contains("offered");
    this.yes.hidden = this.no.hidden = !this.#sure;
  }
}

/** Shown to everybody once it was asked. @param {Situation} situation */
export const askedBanner = (situation) => [
  twice(),
  h("span", {}, sayNodes("web.table.asked", { name: situation.who(situation.recipient) })),
];

/** Why it is too late to ask, by what happened meanwhile. @param {TableEvent[]} events @param {View} view @param {number} recipient */
export function tooLate(events, view, recipient) {
  const key = events.some(({ event }) => event === "scored") ? "web.table.too-late.scored" : "web.table.too-late.rolled";
  const giver = view.seats.find((seat) => seat.recipient === recipient);
  return say(key, { giver: giver ? seatName(giver) : "" });
}
