/** Where the best move changes: a strip over one quantity, and the position follows the thumb. */

import { fill, h, rememberFocus, setStyle } from "../lib/dom.js";
import { faceWords, join, say } from "../lib/text.js";
import { diceRow } from "../parts/move-words.js";
import { segments } from "../parts/fields.js";
import { shortMove } from "./words.js";

/** @import { LabStrip, Quantity } from "../engine/lab/types.d.ts" */
/** @import { LabView } from "./lab-view.d.ts" */

/** @type {Quantity[]} */
const QUANTITIES = ["total", "donated", "gap", "round", "2x"];
/** Stretches of this part of the strip have room for their dice. */
const ROOMY = 0.16;

export class Strip {
  #view;
  /** @type {LabStrip | null} */
  #strip = null;
  /** The position that the thumb has led to, which the strip is still about. */
  #followed = "";
  #at = 0;
  #choice = h("div", {});
  #why = h("p", { class: "soft" });
  #stretches = h("div", { class: "lab-stretches", "aria-hidden": "true" });
  #slider;
  #scale = h("div", { class: "lab-scale", "aria-hidden": "true" });
  #list = h("ol", { class: "lab-stretch-list" });
  element = h("section", { class: "paper lab-strip", "aria-labelledby": "lab-strip-heading" });
  /** @type {Quantity} */
  quantity;

  /** @param {LabView} view @param {() => void} ask called for another quantity */
  constructor(view, ask) {
    this.#view = view;
    // Nobody has a total yet in the first round.
    this.quantity = view.state.round > 1 ? "total" : "round";
    this.#slider = h("input", { id: "lab-slider", class: "lab-slider", type: "range", min: 0, max: 1, step: 1, value: 0, on: { input: ({ currentTarget }) => this.#go(Number(currentTarget.value)), pointerdown: () => this.#view.settle(), blur: () => this.#view.settle() } });
    this.#ask = ask;
    fill(this.element, h("h2", { id: "lab-strip-heading" }, say("web.lab.strip")), this.#why, h("div", { class: "lab-strip-track" }, this.#stretches, this.#slider), this.#scale, this.#choice, this.#list);
    this.#showChoice();
  }
  #ask;

  /** Whether the strip is still about this position. @param {string} position */
  follows(position) {
    return this.#strip !== null && this.#strip.done && position === this.#followed;
  }

  /** Another position or objective: nothing is known yet. */
  clear() {
    this.#strip = null;
    this.#followed = "";
    this.element.dataset.state = "working";
    fill(this.#stretches);
    fill(this.#list);
    fill(this.#scale);
    fill(this.#why, say("web.lab.strip.working"));
    this.#slider.disabled = true;
  }

  /** Nothing is decided here. */
  hide() {
    this.element.hidden = true;
  }

  /** @param {LabStrip} strip */
  show(strip) {
    this.#strip = strip;
    this.element.hidden = false;
    if (!this.#followed) {
      this.#followed = strip.position;
      this.#at = strip.now;
    }
    this.element.dataset.state = strip.done ? "shown" : "working";
    Object.assign(this.#slider, { min: String(strip.least), max: String(strip.most), disabled: strip.most === strip.least });
    this.#update();
  }

  #update() {
    const strip = this.#strip;
    if (!strip) return;
    const { least, most, stretches } = strip;
    const { names, state } = this.#view;
    const restore = rememberFocus(".lab-strip");
    fill(this.#why, say(`web.lab.strip.why.${strip.quantity}`, { name: names[state.active] }));
    this.#slider.value = String(this.#at);
    const here = stretches.find(({ from, to }) => from <= this.#at && this.#at <= to);
    const words = here ? wordsOf(here.move) : "";
    this.#slider.setAttribute("aria-label", say(`web.lab.strip.${strip.quantity}`));
    this.#slider.setAttribute("aria-valuetext", `${this.#value(this.#at)}: ${words}`);
    const whole = most - least + 1;
    fill(this.#stretches, stretches.map((stretch, place) => {
      const size = (stretch.to - stretch.from + 1) / whole;
      return setStyle(h("span", { class: `lab-stretch ${stretch === here ? "here" : ""}`, data: { place: place % 4 } }, size >= ROOMY ? briefly(stretch.move) : h("b", {}, String(place + 1))), { "--size": stretch.to - stretch.from + 1 });
    }));
    fill(this.#scale, h("span", {}, this.#value(least)), h("b", {}, this.#value(this.#at)), h("span", {}, this.#value(most)));
    fill(this.#list, stretches.map((stretch) => h("li", {}, h("button", { id: `lab-stretch-${stretch.from}`, class: "lab-stretch-button", type: "button", "aria-current": stretch === here ? "true" : null, on: { click: () => this.#go(Math.round((stretch.from + stretch.to) / 2), false) } },
      h("span", { class: "lab-stretch-range" }, stretch.from === stretch.to ? this.#value(stretch.from) : say("web.lab.strip.range", { from: this.#value(stretch.from), to: this.#value(stretch.to) })), h("span", { class: "lab-stretch-move", "aria-hidden": "true" }, briefly(stretch.move)), h("span", { class: "unseen" }, wordsOf(stretch.move))))));
    restore();
  }

  /** @param {number} at */
  #value(at) {
    const { names, state } = this.#view;
    if (this.quantity !== "2x") return this.quantity === "gap" && at > 0 ? `+${at}` : String(at).replace("-", "\u2212");
    const free = [state.active, (state.active + 1) % names.length].filter((_, bit) => (at >> bit) & 1).map((seat) => names[seat]);
    return free.length ? join(free) : say("web.lab.strip.nobody");
  }

  /** @param {number} at @param {boolean} [dragged] */
  async #go(at, dragged = true) {
    const strip = this.#strip;
    if (!strip) return;
    this.#at = at;
    // The solver's modules are those that the Worker has fetched.
    const { positionAt } = await import("../engine/lab/strip.js");
    if (this.#at !== at || this.#strip !== strip) return;
    await this.#view.change(() => (this.#followed = positionAt(strip.position, strip.quantity, at)), { dragged });
    this.#update();
  }

  #showChoice() {
    fill(this.#choice, segments({ name: "lab-quantity", legend: say("web.lab.strip.legend"), values: QUANTITIES, chosen: this.quantity, text: (quantity) => say(`web.lab.strip.${quantity}`),
      changed: (quantity) => {
        this.quantity = quantity;
        this.#ask();
      } }));
  }
}

/** A best move, briefly: its verb and its dice. @param {string} move */
function briefly(move) {
  const { text, faces } = shortMove(move);
  return [h("span", {}, text), faces.length ? diceRow(faces) : null];
}

/** @param {string} move */
function wordsOf(move) {
  const { text, faces } = shortMove(move);
  return faces.length ? `${text}: ${join(faces.map(faceWords))}` : text;
}
