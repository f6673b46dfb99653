/** Enters the dice of a box: one die at a time, its faces tapped in any order, until all others follow. */

import { BUSY, messageOf, patiently, post } from "../lib/api.js";
import { announce } from "../lib/announcer.js";
import { NameTaken, saveSet } from "../lib/dice-sets.js";
import { fill, h, refill, rememberFocus } from "../lib/dom.js";
import { dieFace } from "../parts/die.js";
import { FaceBoard } from "../parts/face-board.js";
import { CONSTANTS } from "../lib/settings.js";
import { COLOURS, faceWords, say } from "../lib/text.js";

/** @import { LayoutView, SavedDiceSet } from "../wire.d.ts" */

/** A face that was tapped for a die. @typedef {{die: number, face: string}} Tap */

const DICE = Array.from({ length: CONSTANTS.dice }, (_, die) => die);
const NUMBERS = DICE.map((die) => String(die + 1));

export class DiceForm extends HTMLElement {
  /** @type {Tap[]} */
  #taps = [];
  /** The newest taps that the server has accepted, and the number of its answer. */
  #accepted = { taps: /** @type {Tap[]} */ ([]), asked: 0 };
  /** The faces that follow from the taps; null before the first answer. @type {LayoutView | null} */
  #known = null;
  #die = 0;
  #name = "";
  /** The error about the last tap or the name. */
  #trouble = "";
  #asked = 0;
  #saving = false;
  #saved;
  #board = new FaceBoard((face) => this.#press(face));
  #parts = {
    heading: h("h2", { tabindex: "-1" }),
    how: h("p", { class: "dice-how", role: "status" }),
    slots: h("div", { class: "dice-slots", "aria-hidden": "true" }),
    dice: h("div", { class: "dice-chips", role: "group" }),
    cancel: h("a", { class: "button", href: "/my-dice", data: { action: "cancel" } }),
    undo: h("button", { class: "button", type: "button", data: { action: "undo" }, on: { click: () => this.#undo() } }),
    done: h("form", { class: "paper dice-done", on: { submit: (event) => this.#save(event) } }),
  };

  /** @param {(sets: SavedDiceSet[]) => void} saved */
  constructor(saved) {
    super();
    this.#saved = saved;
  }

  connectedCallback() {
    const { heading, how, slots, dice, undo, cancel, done } = this.#parts;
    const head = h("div", { class: "dice-head" }, heading, slots);
    fill(this, h("div", { class: "dice-form" }, head, this.#board.element, h("div", { class: "dice-side" }, how, h("div", { class: "dice-foot" }, dice, h("div", { class: "buttons" }, undo, cancel)), done)));
    this.render();
    if (!this.#known) this.#follow([]);
  }

  render() {
    const { heading, how, slots, dice, undo, cancel, done } = this.#parts;
    const complete = Boolean(this.#known?.layout);
    const faces = this.#faces(this.#die);
    const die = this.#die + 1;
    refill(heading, say("web.my-dice.die", { number: die }));
    refill(how, this.#trouble && !complete ? h("span", { class: "trouble" }, this.#trouble) : this.#words());
    refill(slots, NUMBERS.map((number) => slot(number, faces.find((face) => face[1] === number))));
    this.#board.update(say("web.my-dice.faces", { number: die }), (face) => this.#state(face));
    dice.setAttribute("aria-label", say("web.my-dice.dice"));
    // The answer to the last tap may come when somebody has moved on to the dice.
    const restore = rememberFocus("dice-form");
    refill(dice, DICE.map((each) => this.#chip(each)));
    restore();
    refill(undo, say("web.my-dice.undo"));
    refill(cancel, say("web.my-dice.cancel"));
    undo.toggleAttribute("disabled", !this.#taps.length);
    this.classList.toggle("complete", complete);
    done.hidden = !complete;
    if (complete) this.#finish();
  }

  /** The faces of a die that are known. @param {number} die @returns {readonly string[]} */
  #faces(die) {
    return this.#known?.dice[die].faces ?? [];
  }

  /** @param {string} face */
  #state(face) {
    const known = this.#faces(this.#die).includes(face);
    const tapped = this.#taps.some((tap) => tap.die === this.#die && tap.face === face);
    const out = !known && !this.#known?.dice[this.#die].possible.includes(face);
    return { chosen: known || tapped, out, look: known && !tapped ? "follows" : "", words: known && !tapped ? say("web.my-dice.follows") : "" };
  }

  #words() {
    if (this.#known?.layout) return say("web.my-dice.complete", { count: this.#taps.length });
    return say(this.#faces(this.#die).length ? "web.my-dice.more" : "web.my-dice.how");
  }

  /** A die of the box, to go back to. @param {number} die */
  #chip(die) {
    const faces = this.#faces(die);
    const label = say("web.my-dice.chip", { number: die + 1, count: faces.length });
    const swatches = NUMBERS.map((number) => h("i", { class: COLOURS[faces.find((face) => face[1] === number)?.[0] ?? ""] ?? "" }));
    const choose = () => {
      this.#die = die;
      this.#trouble = "";
      this.render();
    };
    return h(
      "button",
      { id: `dice-chip-${die}`, class: "dice-chip", type: "button", "aria-label": label, "aria-current": die === this.#die ? "step" : null, data: { die }, on: { click: choose } },
      h("b", {}, String(die + 1)),
      h("span", { class: "swatches", "aria-hidden": "true" }, swatches),
    );
  }

  /** @param {string} face */
  #press(face) {
    const die = this.#die;
    const tap = this.#taps.find((each) => each.die === die && each.face === face);
    if (tap) return this.#follow(this.#taps.filter((each) => each !== tap));
    if (this.#faces(die).includes(face)) return this.#say(say("web.my-dice.follows.why", { face: faceWords(face) }));
    return this.#follow([...this.#taps, { die, face }]);
  }

  #undo() {
    const last = this.#taps.at(-1);
    if (!last) return;
    this.#die = last.die;
    this.#follow(this.#taps.slice(0, -1));
  }

  /** Asks which faces follow from these taps; impossible taps are undone. @param {Tap[]} taps */
  async #follow(taps) {
    const adding = taps.length > this.#taps.length;
    const asked = ++this.#asked;
    this.#taps = taps;
    this.#trouble = "";
    this.render();
    try {
      const entered = { dice: DICE.map((die) => taps.filter((tap) => tap.die === die).map(({ face }) => face)) };
      const known = await patiently(() => post("/api/layouts", entered), BUSY);
      if (asked > this.#accepted.asked) this.#accepted = { taps, asked };
      if (asked !== this.#asked) return;
      this.#known = known;
      if (adding) this.#goOn();
      this.render();
    } catch (error) {
      if (asked !== this.#asked) return;
      // After fast taps, earlier ones may be wrong as well.
      this.#taps = this.#accepted.taps;
      const face = adding && taps.at(-1)?.face;
      this.#say(face ? say("web.my-dice.not-here", { face: faceWords(face), reason: messageOf(error) }) : messageOf(error));
    }
  }

  /** To the next die once this one is complete. */
  #goOn() {
    if (this.#faces(this.#die).length < NUMBERS.length) return;
    const next = DICE.find((die) => this.#faces(die).length < NUMBERS.length);
    if (next === undefined) return announce(this.#words());
    this.#die = next;
    announce(`${say("web.my-dice.die", { number: next + 1 })}. ${say("web.my-dice.how")}`);
  }

  /** @param {string} trouble */
  #say(trouble) {
    this.#trouble = trouble;
    this.render();
  }

  /** The whole set, and its name. */
  #finish() {
    const { done } = this.#parts;
    const layout = this.#known?.dice.map(({ faces }) => faces) ?? [];
    if (!done.childElementCount) {
      const input = h("input", { id: "dice-name", name: "name", maxlength: CONSTANTS.name_length, autocomplete: "off", on: { input: ({ currentTarget }) => (this.#name = currentTarget.value) } });
      fill(
        done,
        h("h2", {}),
        h("div", { class: "dice-overview" }),
        h("label", { class: "field" }, h("span", {}), input),
        h("p", { class: "trouble", role: "alert" }),
        h("button", { class: "button primary big", type: "submit", data: { action: "save" } }),
      );
    }
    const [title, overview, field, trouble, button] = done.children;
    refill(title, say("web.my-dice.complete", { count: this.#taps.length }));
    refill(overview, diceTable(layout));
    refill(field.children[0], say("web.my-dice.name"));
    field.children[1].setAttribute("placeholder", say("web.my-dice.name.example"));
    refill(trouble, this.#trouble);
    refill(button, say("web.my-dice.save"));
  }

  /** @param {Event} event */
  async #save(event) {
    event.preventDefault();
    const dice = this.#known?.layout;
    if (!dice || this.#saving) return;
    this.#trouble = "";
    this.#saving = true;
    try {
      this.#saved(await saveSet({ name: this.#name.trim() || say("web.my-dice.name.example"), dice }));
    } catch (error) {
      this.#say(error instanceof NameTaken ? error.message : messageOf(error));
    } finally {
      this.#saving = false;
    }
  }
}

/** Six dice, a row each, with their faces from 1 to 6. @param {readonly (readonly string[])[]} dice */
export function diceTable(dice) {
  const row = (/** @type {readonly string[]} */ faces, /** @type {number} */ die) =>
    h("tr", {}, h("th", { scope: "row" }, say("web.my-dice.die.short", { number: die + 1 })), faces.map((face) => h("td", {}, dieFace(face, { small: true }))));
  return h("table", { class: "dice-table" }, h("tbody", {}, dice.map(row)));
}

/** @param {string} number @param {string | undefined} face */
const slot = (number, face) => (face ? dieFace(face, { hidden: true }) : h("span", { class: "slot" }, number));

customElements.define("dice-form", DiceForm);
