/** Enters a turn by its boxes: possible scores are buttons, any other numbers can be typed. */

import { h, fill } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";
import { capital, language, say } from "../lib/text.js";

/** @import { Entered, PadContext } from "../types.d.ts" */

/** @typedef {"points" | "bonus" | "gift"} Box */
/** @type {Box[]} */
const BOXES = ["points", "bonus", "gift"];
const LABELS = { points: "box.points", bonus: "box.bonus", gift: "box.given", received: "box.received" };

export class PointsEntry extends HTMLElement {
  /** @type {PadContext | null} */
  #context = null;
  #turn = "";
  /** @type {Record<Box | "received", number | null>} */
  #boxes = { points: null, bonus: 0, gift: null, received: null };
  #asked = false;
  /** Whether numbers are typed. */
  #wantsTyping = false;
  /** The key of the rendered content: an update that changes nothing here does not re-render. */
  #painted = "";

  /** The turn to enter; what is already chosen for it stays. @param {PadContext} context */
  set context(context) {
    const { turn } = context;
    const key = `${turn.round} ${turn.seat} ${turn.standing.join()}`;
    const begun = this.#boxes.points !== null || this.#boxes.gift !== null;
    // Typing goes on once begun, although there are buttons now.
    if (this.#context && this.#typing && context.scores.length && begun) this.#wantsTyping = true;
    this.#context = context;
    if (this.#turn !== key) {
      this.#turn = key;
      this.#start(turn.boxes);
    }
    if (this.#painted !== this.#shown(context)) this.render();
  }

  /** Everything that an update can change here. @param {PadContext} context */
  #shown = ({ turn, scores, name }) => [this.#turn, name(turn.recipient), language(), this.#typing ? "typed" : scores.length].join();

  /** @param {PadContext["turn"]["boxes"]} boxes */
  #start(boxes) {
    const { points, bonus, gift, received, asked } = boxes ?? { points: null, bonus: 0, gift: null, received: null, asked: false };
    this.#boxes = { points, bonus, gift, received: received === gift ? null : received };
    this.#asked = asked;
    this.#wantsTyping = Boolean(boxes) && (received !== gift || !this.#gifts().includes(gift ?? -1));
  }

  render() {
    if (!this.#context) return;
    this.#painted = this.#shown(this.#context);
    fill(this, h("form", { class: "points-entry", on: { submit: this.#enter } }, this.#typing ? this.#typed() : this.#tapped(), this.#finish()));
  }

  /** Without the list of possible scores there are no buttons. */
  get #typing() {
    return this.#wantsTyping || !this.#context?.scores.length;
  }

  /** The boxes so far, and below them the possible numbers. */
  #tapped() {
    const { points, bonus } = this.#boxes;
    const scores = this.#context?.scores ?? [];
    const bonuses = [...new Set(scores.map((score) => score.bonus))].sort((a, b) => a - b);
    const sums = scores.filter((score) => score.bonus === bonus).map((score) => score.points);
    return [
      this.#summary(),
      points === null ? [this.#chips("bonus", bonuses), this.#chips("points", sums)] : [this.#twice(), this.#chips("gift", this.#gifts())],
    ];
  }

  /** The gifts that go with points and bonus, as they are written. */
  #gifts() {
    const { points, bonus } = this.#boxes;
    const gifts = this.#context?.scores.find((score) => score.points === points && score.bonus === bonus)?.gifts ?? [];
    return gifts.map((gift) => (this.#asked ? 2 * gift : gift));
  }

  /** Points, bonus and gift as on the sheet; a press on one chooses it again. */
  #summary() {
    const again = (/** @type {Box} */ box) => () => {
      if (box !== "gift") this.#boxes.points = null;
      this.#set("gift", null);
    };
    const part = (/** @type {Box} */ box) => {
      const number = this.#boxes[box];
      const what = { id: `entry-${box}`, class: `entry-box ${box}`, type: "button", data: { box } };
      return h("button", { ...what, on: { click: again(box) } }, h("span", {}, capital(say(LABELS[box]))), h("b", {}, number === null ? "–" : String(number)));
    };
    return h("div", { class: "entry-boxes" }, BOXES.map(part));
  }

  /** @param {Box} box @param {number[]} numbers */
  #chips(box, numbers) {
    const chip = (/** @type {number} */ number) => {
      const what = { class: `chip ${box}`, type: "button", "aria-pressed": String(this.#boxes[box] === number), data: { chip: `${box}-${number}` } };
      return h("button", { ...what, on: { click: () => this.#choose(box, number) } }, String(number));
    };
    return h("fieldset", { class: `chips ${box}` }, h("legend", {}, capital(say(LABELS[box]))), numbers.map(chip));
  }

  /** @param {Box} box @param {number} number */
  #choose(box, number) {
    this.#set(box, number);
    const [only, ...others] = this.#gifts();
    if (box === "points" && !others.length) this.#set("gift", only);
    const next = box === "gift" ? ".save-entry" : `.chips.${box === "bonus" ? "points" : "gift"} .chip`;
    /** @type {HTMLElement | null} */ (this.querySelector(next))?.focus({ preventScroll: true });
  }

  /** @param {Box | "received"} box @param {number | null} number */
  #set(box, number) {
    this.#boxes[box] = number;
    this.render();
  }

  #twice() {
    const change = () => {
      const { gift } = this.#boxes;
      this.#asked = !this.#asked;
      if (gift !== null && !this.#typing) this.#boxes.gift = this.#asked ? 2 * gift : gift / 2;
      this.render();
      /** @type {HTMLElement} */ (this.querySelector("[name=asked]")).focus();
    };
    const { turn, name } = /** @type {PadContext} */ (this.#context);
    const field = h("input", { type: "checkbox", name: "asked", checked: this.#asked, on: { change } });
    return h("label", { class: "choice" }, field, say("web.pad.asked", { player: name(turn.recipient) }));
  }

  /** Any numbers, of the neighbour's box too. */
  #typed() {
    const field = (/** @type {Box | "received"} */ box) => {
      const typed = (/** @type {HTMLInputElement} */ input) => (this.#boxes[box] = input.value === "" ? null : input.valueAsNumber);
      const what = { id: `typed-${box}`, name: box, type: "number", inputmode: "numeric", min: 0, max: CONSTANTS.most_in_a_box, required: box !== "received" };
      const input = h("input", { ...what, value: this.#boxes[box], placeholder: box === "received" ? say("web.pad.same") : null, on: { input: ({ currentTarget }) => typed(currentTarget) } });
      return h("label", { class: `field entry-box ${box}` }, h("span", {}, capital(say(LABELS[box]))), input);
    };
    return [h("div", { class: "entry-boxes typed" }, field("points"), field("bonus"), field("gift"), field("received")), this.#twice()];
  }

  #finish() {
    const { points, bonus, gift } = this.#boxes;
    const ready = this.#typing || (points !== null && bonus !== null && gift !== null);
    const save = h("button", { class: "button primary save-entry", type: "submit", disabled: !ready, data: { action: "save-entry" } }, say("web.pad.save"));
    const type = () => {
      this.#wantsTyping = !this.#wantsTyping;
      this.render();
      /** @type {HTMLElement | null} */ (this.querySelector("input, .chip"))?.focus();
    };
    const words = say(this.#typing ? "web.pad.tap" : "web.pad.type");
    const other = this.#context?.scores.length ? h("button", { class: "button plain", type: "button", data: { action: "type-entry" }, on: { click: type } }, words) : null;
    return h("div", { class: "entry-finish" }, save, other);
  }

  #enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { points, bonus, gift, received } = this.#boxes;
    if (points === null || bonus === null || gift === null) return;
    const asked = this.#asked;
    /** @type {Entered} */
    const detail = { value: { by: "points", points, bonus, gift, received, asked }, boxes: { points, bonus, gift, received: received ?? gift, asked } };
    this.dispatchEvent(new CustomEvent("enter", { detail, bubbles: true }));
  };
}

customElements.define("pad-points-entry", PointsEntry);
