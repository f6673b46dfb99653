/** Enters a turn by its dice: the six faces on the table, then one of the ways to score them. */

import { waysToScore } from "../device/ways.js";
import { fill, h, refill } from "../lib/dom.js";
import { dieFace, facesByDie } from "../parts/die.js";
import { FaceBoard } from "../parts/face-board.js";
import { scoringCard } from "../parts/scoring-card.js";
import { tableIcon } from "../parts/table-icons.js";
import { CONSTANTS } from "../lib/settings.js";
import { faceWords, say } from "../lib/text.js";
import { hasOtherDice } from "./complaints.js";
import { DiceCoach } from "./dice-coach.js";

/** @import { Entered, PadContext } from "../types.d.ts" */
/** @import { Options, OptionView, PadRollInput } from "../wire.d.ts" */

export class DiceEntry extends HTMLElement {
  /** @type {PadContext | null} */
  #context = null;
  #turn = "";
  /** The faces tapped, in this order. @type {string[]} */
  #faces = [];
  /** Those of them that are scored. @type {string[]} */
  #scored = [];
  /** The ways to score six faces; null while there are fewer. @type {Options | null} */
  #answer = null;
  #unfolded = false;
  #trouble = "";
  /** A face that is on the die of another one, pressed once. */
  #doubted = "";
  /** Whether the dice are others than those of the layout, as somebody has said. */
  #others = false;
  /** Whether the focus is here, or was and has not moved elsewhere. */
  #focused = false;
  #board = new FaceBoard((face) => this.#press(face));
  #coach = new DiceCoach((kept) => this.#rollAgain(kept));
  #parts = {
    slots: h("div", { class: "entry-slots", role: "group" }),
    note: h("p", { class: "entry-note", role: "status" }),
    asked: h("label", { class: "choice" }, h("input", { type: "checkbox", name: "asked", on: { change: () => this.#find() } }), h("span")),
    ways: h("div", { class: "entry-ways" }),
    finish: h("div", { class: "entry-finish" }),
  };

  connectedCallback() {
    const { slots, note, asked, ways, finish } = this.#parts;
    if (!this.childElementCount) fill(this, h("div", { class: "dice-entry" }, slots, this.#board.element, h("div", { class: "entry-below" }, note, this.#coach.element, asked, ways, finish)));
    this.render();
  }

  /** The turn to enter; what is already tapped for it stays. @param {PadContext} context */
  set context(context) {
    const { turn } = context;
    const key = `${turn.round} ${turn.seat} ${turn.standing.join()}`;
    this.#context = context;
    if (this.#turn !== key) {
      this.#turn = key;
      this.#start(turn);
    }
    this.render();
  }

  /** @param {PadContext["turn"]} turn */
  #start({ value, boxes }) {
    const dice = value?.by === "dice" ? value : null;
    this.#scored = dice ? [...dice.scored] : [];
    this.#tick.checked = boxes?.asked ?? false;
    this.#trouble = this.#doubted = "";
    this.#coach.clear();
    this.#setFaces(dice ? [...(dice.rolls.at(-1)?.faces ?? [])] : [], this.#scored);
  }

  /** @param {string[]} faces @param {string[]} [scored] */
  #setFaces(faces, scored = []) {
    this.#faces = faces;
    this.#scored = scored;
    this.#doubted = "";
    this.#coach.forget();
    this.#find();
  }

  /** Finds the ways to score, once six faces are there. */
  #find() {
    const { view } = /** @type {PadContext} */ (this.#context);
    this.#answer = this.#isComplete ? waysToScore(this.#faces, view.settings, this.#tick.checked) : null;
    if (this.#answer?.options.length === 1) this.#scored = facesOf(this.#answer, this.#answer.options[0]);
    this.render();
  }

  /** Whether the neighbour has asked for the greatest of gifts. */
  get #tick() {
    return /** @type {HTMLInputElement} */ (this.#parts.asked.children[0]);
  }

  get #isComplete() {
    return this.#faces.length === CONSTANTS.dice;
  }

  /** The chosen way to score. */
  get #option() {
    const scored = [...this.#scored].sort().join();
    return this.#answer?.options.find((option) => this.#answer && facesOf(this.#answer, option).sort().join() === scored) ?? null;
  }

  /** Another face tapped that is on the same die. @param {string} face */
  #rival(face) {
    if (this.#others || hasOtherDice(this.#context?.view.pad ?? null)) return undefined;
    const die = facesByDie(this.#context?.view.settings.dice ?? CONSTANTS.layout).find((faces) => faces.includes(face)) ?? [];
    return this.#faces.find((other) => other !== face && die.includes(other));
  }

  /** @param {string} face */
  #press(face) {
    const rival = this.#rival(face);
    this.#trouble = "";
    if (this.#faces.includes(face)) return this.#setFaces(this.#faces.filter((other) => other !== face));
    if (this.#isComplete) return undefined;
    if (!rival || this.#doubted === face) {
      this.#others ||= Boolean(rival);
      return this.#setFaces([...this.#faces, face]);
    }
    // Nobody knows the layout of a box that was never entered.
    const known = this.#context?.view.settings.dice;
    this.#doubted = known ? "" : face;
    this.#trouble = say(known ? "web.pad.entry.same-die" : "web.pad.entry.same-die.perhaps", { face: faceWords(face), other: faceWords(rival) });
    return this.render();
  }

  /** Marks a die as scored or given. @param {string} face */
  #mark(face) {
    this.#scored = this.#scored.includes(face) ? this.#scored.filter((other) => other !== face) : [...this.#scored, face];
    this.render();
  }

  /** Some dice stay, the others are rolled again. @param {string[]} kept */
  #rollAgain(kept) {
    this.#faces = kept;
    this.#scored = [];
    this.#find();
  }

  render() {
    if (!this.#context || !this.isConnected) return;
    const { slots, note, ways } = this.#parts;
    this.#focused = this.contains(document.activeElement) || (this.#focused && isLost(document.activeElement));
    const left = CONSTANTS.dice - this.#faces.length;
    slots.setAttribute("aria-label", say("web.pad.entry.dice"));
    refill(slots, this.#faces.map((face) => this.#slot(face)), Array.from({ length: left }, () => h("span", { class: "slot", "aria-hidden": "true" })));
    refill(note, this.#trouble ? h("span", { class: "complaint" }, this.#trouble) : this.#words(left));
    this.#board.element.hidden = this.#isComplete;
    this.#board.update(say("web.pad.entry.board"), (face) => ({ chosen: this.#faces.includes(face), out: Boolean(this.#rival(face)) }));
    this.#paintAsked();
    refill(ways, this.#ways());
    this.#coach.update(this.#context, this.#isComplete && this.#answer ? this.#answer.faces : null, this.#tick.checked);
    this.#paintFinish();
    this.#keepFocus();
  }

  /** Restores the focus when its element is gone: to the board while faces are missing, then to the first way to score. */
  #keepFocus() {
    if (!this.#focused || !isLost(document.activeElement)) return;
    const next = this.#isComplete ? this.#parts.ways.querySelector(".entry-way") : this.#board.element.querySelector("[tabindex='0']");
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  /** @param {number} left */
  #words(left) {
    if (left) return say("web.pad.entry.tap", { count: left });
    return this.#answer ? say("web.pad.entry.choose") : "";
  }

  /** A die on the table; once all six are there, a press scores or gives it. @param {string} face */
  #slot(face) {
    const die = dieFace(face, { hidden: true });
    if (!this.#isComplete) return h("button", { class: "entry-die", type: "button", "aria-label": say("web.pad.entry.remove", { face: faceWords(face) }), data: { slot: face }, on: { click: () => this.#press(face) } }, die);
    const scored = this.#scored.includes(face);
    const given = Boolean(this.#scored.length) && !scored;
    const label = given ? `${faceWords(face)}, ${say("web.table.given")}` : faceWords(face);
    const what = { class: `entry-die ${given ? "given" : ""}`.trim(), type: "button", "aria-label": label, "aria-pressed": String(scored), data: { slot: face } };
    return h("button", { ...what, on: { click: () => this.#mark(face) } }, die, given ? tableIcon("gift") : null);
  }

  /** Only while the neighbour can still ask. */
  #paintAsked() {
    const { turn, view, name } = /** @type {PadContext} */ (this.#context);
    const { asked } = this.#parts;
    asked.hidden = !this.#isComplete || !(this.#tick.checked || view.pad?.sheets[turn.recipient].has_gift);
    refill(asked.children[1], say("web.pad.asked", { player: name(turn.recipient) }));
  }

  #ways() {
    const answer = this.#answer;
    if (!answer) return null;
    const folded = answer.options.filter((option) => option.folded && option !== this.#option).length;
    const shown = answer.options.filter((option) => this.#unfolded || !option.folded || option === this.#option);
    const way = (/** @type {OptionView} */ option) => {
      const choose = () => {
        this.#scored = facesOf(answer, option);
        this.render();
      };
      const what = { class: "entry-way", type: "button", "aria-pressed": String(option === this.#option), data: { option: option.dice.join("-") } };
      return h("li", {}, h("button", { ...what, on: { click: choose } }, scoringCard(option, [...answer.faces])));
    };
    const unfold = () => {
      this.#unfolded = !this.#unfolded;
      this.render();
    };
    const more = folded ? h("button", { class: "more", type: "button", "aria-expanded": String(this.#unfolded), on: { click: unfold } }, say(this.#unfolded ? "web.table.fewer" : "web.table.more", { count: folded })) : null;
    return [h("ul", {}, shown.map(way)), more];
  }

  #paintFinish() {
    const { finish } = this.#parts;
    finish.hidden = !this.#isComplete;
    const save = h("button", { class: "button primary save-entry", type: "button", "aria-disabled": String(!this.#option), data: { action: "save-entry" }, on: { click: () => this.#enter() } }, say("web.pad.save"));
    const back = () => this.#setFaces(this.#faces.slice(0, -1));
    const change = h("button", { class: "button plain", type: "button", data: { action: "remove-face" }, on: { click: back } }, say("web.pad.entry.back"));
    refill(finish, save, change);
  }

  #enter() {
    const option = this.#option;
    if (!option) return;
    /** @type {PadRollInput[]} */
    const earlier = this.#coach.earlier;
    const keep = earlier.length ? this.#faces.filter((face) => this.#coach.kept.includes(face)) : [];
    // When the neighbour asked is not known: then the earlier rolls are left out.
    const every = Boolean(earlier.length) && !this.#tick.checked && keep.length === this.#coach.kept.length;
    const last = { faces: [...this.#faces], keep: every ? keep : [] };
    /** @type {Entered} */
    const detail = {
      value: { by: "dice", rolls: every ? [...earlier, last] : [last], every, scored: [...this.#scored], asked: this.#tick.checked },
      boxes: { points: option.points, bonus: option.bonus, gift: option.gift, received: option.gift, asked: this.#tick.checked },
    };
    this.dispatchEvent(new CustomEvent("enter", { detail, bubbles: true }));
  }
}

/** @param {Element | null} focused */
const isLost = (focused) => !focused || focused === document.body || !focused.checkVisibility();

/** The faces that a way scores. @param {Options} answer @param {OptionView} option */
const facesOf = (answer, option) => option.dice.map((die) => answer.faces[die]);

customElements.define("pad-dice-entry", DiceEntry);
