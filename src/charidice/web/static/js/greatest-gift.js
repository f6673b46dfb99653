/** The question for the greatest of gifts: asked by the recipient, once a game, with one small confirmation. */

import { h, refill } from "./dom.js";
import { icon, twice } from "./table-icons.js";
import { say, sayNodes } from "./text.js";

export class GreatestGift {
  #sure = false;
  #key = "";

  /** @param {(action: "ask" | "pass" | "decline") => void} onAnswer */
  constructor(onAnswer) {
    this.#onAnswer = onAnswer;
    this.ask = h("button", { class: "button ask", type: "button", data: { action: "ask" }, on: { click: () => this.begin() } });
    this.pass = h("button", { class: "button pass", type: "button", data: { action: "pass" }, on: { click: () => this.#onAnswer(this.pass.dataset.action) } });
    this.yes = h("button", { class: "button primary sure", type: "button", data: { action: "ask-sure" }, on: { click: () => this.#answer() } });
    this.no = h("button", { class: "button keep", type: "button", data: { action: "ask-keep" }, on: { click: () => this.#calmDown() } });
    this.element = h("div", { class: "greatest" }, this.ask, this.pass, this.no, this.yes);
  }
  #onAnswer;

  /** The first press only asks whether it is meant; since it cannot be taken back, the focus goes to the harmless answer. */
  begin() {
    this.#sure = true;
    this.#show();
    this.no.focus();
  }

  /** @param {any} situation @param {boolean} sending */
  update(situation, sending) {
    const { game, recipient } = situation;
    const key = `${game.round}/${game.active}/${game.rolls}`;
    if (key !== this.#key || !situation.canAsk) this.#sure = false;
    this.#key = key;
    this.element.hidden = !situation.canAsk;
    const who = situation.shared ? situation.bdi(recipient) : null;
    refill(this.ask, icon("gift"), h("span", { class: "ask-label" }, who, h("span", {}, say("web.table.ask"))), twice());
    const answer = situation.canDecline ? "decline" : situation.canPass ? "pass" : null;
    this.pass.dataset.action = answer ?? "pass";
    refill(this.pass, say("web.table.pass"));
    this.pass.classList.toggle("offered", Boolean(answer));
    refill(this.yes, say("web.table.ask-sure"));
    refill(this.no, say("web.table.ask-keep"));
    for (const button of [this.ask, this.pass, this.yes]) button.setAttribute("aria-disabled", String(sending));
    this.#show();
  }

  #answer() {
    this.#sure = false;
    this.#onAnswer("ask");
  }

  #calmDown() {
    this.#sure = false;
    this.#show();
    this.ask.focus();
  }

  #show() {
    this.ask.hidden = this.#sure;
    this.pass.hidden = this.#sure || !this.pass.classList.contains("offered");
    this.yes.hidden = this.no.hidden = !this.#sure;
  }
}

/** What everybody sees once it was asked. */
export const askedBanner = (situation) => [
  twice(),
  h("span", {}, sayNodes("web.table.asked", { name: situation.who(situation.recipient) })),
];
