/** Replays a game step by step: dice, event, win probabilities, verdict, sheets. */

import { announce } from "../lib/announcer.js";
import { blankDie, dieFace } from "../parts/die.js";
import { fill, h, named, setStyle } from "../lib/dom.js";
import { stepIcon } from "./icons.js";
import { judgement } from "./judgement.js";
import { openLab } from "../shell/lab.js";
import { sheets } from "./sheets.js";
import { stepNodes, stepText } from "./words.js";
import { youTag } from "./you.js";
import { CONSTANTS } from "../lib/settings.js";
import { capital, number, percent, say } from "../lib/text.js";

/** @import { Review } from "./judgement.js" */
/** @import { Children } from "../types.d.ts" */

const WORST_FIRST = /** @type {const} */ (["blunder", "mistake", "inaccuracy"]);
const DEBOUNCE = 300;

/** The worst grade of the decisions that led to each step; null at the start and if all were good. @param {Review} review */
const mistakesOf = (review) =>
  review.decisions.map((decisions) => WORST_FIRST.find((grade) => decisions.some(({ assessment }) => assessment.grade === grade)) ?? null);

export class Stepper {
  #review;
  #go;
  #mistakes;
  /** @type {Record<string, HTMLElement>} */
  #buttons = {};
  #telling = 0;
  step = 0;

  /** @param {Review} review @param {(step: number) => void} go called with each requested step */
  constructor(review, go) {
    this.#review = review;
    this.#go = go;
    this.#mistakes = mistakesOf(review);
    this.heading = h("h2", { tabindex: "-1" });
    this.dice = h("div", { class: "step-dice" });
    this.told = h("div", { class: "step-told" });
    this.bars = h("ul", { class: "step-chances" });
    this.luck = h("p", { class: "step-luck" });
    this.judged = h("div", { class: "step-judgement" });
    this.lab = h("div", {});
    this.sheets = h("section", { class: "review-sheets", "aria-label": say("web.review.sheets") });
    this.scene = h(
      "div",
      { class: "review-scene" },
      this.heading,
      h("div", { class: "review-dice" }, this.#hasDice && this.dice, this.told),
      h("div", { class: "paper step-position" }, h("div", { class: "step-head" }, h("h3", {}, review.page.curve.title), this.luck), this.bars, this.judged, this.lab),
      this.sheets,
    );
    this.slider = h("input", {
      type: "range", min: 0, max: this.last, step: 1, value: 0, "aria-label": say("web.review.slider"),
      on: { input: ({ currentTarget }) => this.#go(Number(currentTarget.value)) },
    });
    this.element = h("section", { class: "review-stepper", "aria-label": say("web.review.controls") }, this.scene, this.#controls());
  }

  get last() {
    return this.#review.events.length;
  }

  /** Shows a step, and announces it unless `spoken` is false. @param {number} step */
  show(step, spoken = true) {
    this.step = Math.min(Math.max(step, 0), this.last);
    const review = this.#review;
    const game = review.steps[this.step];
    const { round } = review.steps[Math.max(this.step - 1, 0)];
    const place = say("web.review.step", { step: this.step, last: this.last });
    fill(this.heading, h("span", {}, say("web.review.round", { round, rounds: game.rounds })), h("span", { class: "step-place" }, place));
    fill(this.dice, this.#faces());
    fill(this.told, stepNodes(review, this.step).map((nodes) => h("p", {}, nodes)));
    fill(this.luck, this.#luck());
    fill(this.bars, this.#chances());
    fill(this.judged, judgement(review, this.step));
    fill(this.lab, this.#lab());
    fill(this.sheets, sheets(review, this.step));
    this.#update(place);
    // A scrollable region must be focusable for keyboard users.
    if (this.scene.scrollHeight > this.scene.clientHeight + 1) this.scene.tabIndex = 0;
    else this.scene.removeAttribute("tabindex");
    if (spoken) this.#tell();
  }

  /** Announces the step, debounced: while the user steps quickly, only the last one is announced. */
  #tell() {
    clearTimeout(this.#telling);
    this.#telling = window.setTimeout(() => announce(stepText(this.#review, this.step)), DEBOUNCE);
  }

  first = () => this.#go(0);
  previous = () => this.#go(this.step - 1);
  next = () => this.#go(this.step + 1);
  final = () => this.#go(this.last);
  nextMistake = () => {
    const found = this.#nextMistake();
    if (found > 0) this.#go(found);
  };

  #nextMistake() {
    return this.#mistakes.findIndex((grade, step) => grade && step > this.step);
  }

  /** After a score, shows the scored dice, though a new turn has begun. */
  #faces() {
    const event = this.#review.events[this.step - 1];
    const scored = event?.event === "scored" ? event.dice : null;
    const game = this.#review.steps[scored ? this.step - 1 : this.step];
    // Nobody wrote down the dice of this turn; the row keeps its height.
    this.dice.classList.toggle("step-unknown", event?.event === "noted");
    if (!game.faces.length) return Array.from({ length: CONSTANTS.dice }, blankDie);
    const kept = event.event === "rolled" ? event.keep : game.kept;
    const look = (/** @type {number} */ die) => (scored ? (scored.includes(die) ? "step-scored" : "step-given") : kept.includes(die) ? "step-kept" : "");
    return game.faces.map((face, die) => dieFace(face, { class: look(die) }));
  }

  /** Whether dice were ever written down; a game kept by points alone has none to show. */
  get #hasDice() {
    return this.last === 0 || this.#review.events.some(({ event }) => event !== "noted");
  }

  #chances() {
    const values = this.#review.values[this.step];
    const before = this.#review.values[Math.max(this.step - 1, 0)];
    return values.map((value, seat) => {
      const change = 100 * (value - before[seat]);
      const shown = Math.abs(change) >= 0.05 ? `${change < 0 ? "\u2212" : "+"}${number(Math.abs(change), 1)}` : "";
      const bar = setStyle(h("i", { class: `step-share seat-${seat}`, "aria-hidden": "true" }), { "--share": value });
      return h(
        "li",
        {},
        h("span", { class: "step-name" }, named(this.#review.players[seat]), youTag(seat, this.#review.you)),
        bar,
        h("span", { class: `step-change ${change < 0 ? "step-less" : "step-more"}` }, shown),
        h("b", {}, percent(value, 1)),
      );
    });
  }

  #luck() {
    const rolls = this.#review.page.rounds.flat().flatMap((turn) => turn.rolls);
    const roll = rolls.find(({ events }) => events === this.step);
    return roll?.luck && `${capital(say("review.luck"))} ${roll.luck}`;
  }

  /** The way to the lab, with the position of this step. */
  #lab() {
    const { positions, players } = this.#review;
    const position = positions?.[this.step];
    return position && openLab(position, players);
  }

  #controls() {
    const marks = this.#mistakes.map((grade, step) => grade && setStyle(h("i", { class: grade }), { "--at": step / Math.max(this.last, 1) }));
    /** @param {string} action @param {() => void} listener @param {string} kind @param {...Children} content */
    const button = (action, listener, kind, ...content) => {
      const label = say(`web.review.${action}`);
      const properties = { type: "button", class: `button ${kind}`, "aria-label": label, title: label, data: { action }, on: { click: listener } };
      return (this.#buttons[action] = h("button", properties, content));
    };
    return h(
      "div",
      { class: "step-controls", role: "group", "aria-label": say("web.review.slider") },
      h("div", { class: "step-track" }, h("div", { class: "step-marks", "aria-hidden": "true" }, marks), this.slider),
      h(
        "div",
        { class: "step-buttons" },
        button("first", this.first, "", stepIcon("first"), h("span", {}, say("web.review.first.short"))),
        button("previous", this.previous, "", stepIcon("previous"), h("span", {}, say("web.review.previous"))),
        button("next", this.next, "primary", stepIcon("next"), h("span", {}, say("web.review.next"))),
        button("last", this.final, "", stepIcon("last"), h("span", {}, say("web.review.last.short"))),
        this.#review.decisions.some(({ length }) => length) &&
          button("next-mistake", this.nextMistake, "", stepIcon("mistake"), h("span", {}, say("web.review.mistake"))),
      ),
    );
  }

  /** @param {string} place */
  #update(place) {
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-valuetext", `${place}: ${stepText(this.#review, this.step)}`);
    const [atStart, atEnd] = [this.step === 0, this.step === this.last];
    const idle = { first: atStart, previous: atStart, next: atEnd, last: atEnd, "next-mistake": this.#nextMistake() < 0 };
    // Not `disabled`, which would lose the focus at either end of the game.
    for (const [action, is] of Object.entries(idle)) this.#buttons[action]?.setAttribute("aria-disabled", String(is));
  }
}
