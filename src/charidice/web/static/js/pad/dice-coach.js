/** The coach beside the dice of a turn: which to keep after this roll, and then only the others are entered again. */

import { messageOf } from "../lib/api.js";
import { h, refill } from "../lib/dom.js";
import { dieFace, sortedFaces } from "../parts/die.js";
import { language, say } from "../lib/text.js";

/** @import { Refusal } from "../lib/api.js" */
/** @import { Children, PadContext } from "../types.d.ts" */
/** @import { HintView, PadRollInput } from "../wire.d.ts" */

const ROLLS = [1, 2, 3];
/** The index of the stage that names the move. */
const MOVE = 2;

export class DiceCoach {
  /** The rolls of this turn so far, if all of them were entered. @type {PadRollInput[]} */
  earlier = [];
  /** The faces kept from the last of them. @type {string[]} */
  kept = [];
  #roll = 1;
  #open = false;
  /** @type {HintView | null} */
  #hint = null;
  /** The language of the hint. */
  #language = "";
  /** @type {Children} */
  #trouble = null;
  /** @type {PadContext | null} */
  #context = null;
  /** @type {readonly string[] | null} */
  #faces = null;
  #asked = false;
  #question = 0;
  #rollAgain;
  element = h("div", { class: "entry-coach" });

  /** @param {(kept: string[]) => void} rollAgain */
  constructor(rollAgain) {
    this.#rollAgain = rollAgain;
  }

  /** For another turn. */
  clear() {
    this.earlier = [];
    this.kept = [];
    this.#roll = 1;
    this.#open = false;
    this.forget();
  }

  /** The faces have changed. */
  forget() {
    this.#question++;
    this.#hint = null;
    this.#trouble = null;
  }

  /** @param {PadContext} context @param {readonly string[] | null} faces by die, null while some are missing @param {boolean} asked */
  update(context, faces, asked) {
    this.#context = context;
    this.#faces = faces;
    this.#asked = asked;
    this.element.hidden = !faces || !context.hints || Boolean(context.turn.standing.length);
    if (this.element.hidden) return;
    if (this.#hint && this.#language !== language()) this.#ask(this.#roll);
    else this.#paint();
  }

  #paint() {
    const open = () => {
      this.#open = true;
      this.#ask(this.#roll);
      /** @type {HTMLElement | null} */ (this.element.querySelector("[aria-pressed=true]"))?.focus({ preventScroll: true });
    };
    if (!this.#open) return void refill(this.element, h("button", { class: "button plain", type: "button", data: { action: "pad-hint" }, on: { click: open } }, say("web.table.hint")));
    const roll = (/** @type {number} */ number) =>
      h("button", { class: "chip", type: "button", "aria-pressed": String(number === this.#roll), data: { roll: number }, on: { click: () => this.#ask(number) } }, String(number));
    refill(this.element, h("fieldset", { class: "entry-rolls" }, h("legend", {}, say("web.pad.entry.roll")), ROLLS.map(roll)), h("div", { class: "entry-hint", role: "status" }, this.#words()));
  }

  #words() {
    if (this.#trouble) return h("p", { class: "complaint" }, this.#trouble);
    if (!this.#hint || !this.#faces) return null;
    const { stages, brief, action } = this.#hint;
    const kept = action?.action === "roll" ? (action.keep ?? []).map((die) => /** @type {string[]} */ (this.#faces)[die]) : null;
    return [
      h("p", {}, h("b", {}, stages[MOVE] ?? stages.at(-1))),
      brief?.lines.map((line) => h("p", { class: "soft" }, line)),
      kept ? this.#keeping(kept) : null,
    ];
  }

  /** Keeps these dice; only the others are entered after the next roll. @param {string[]} kept */
  #keeping(kept) {
    const minis = h("span", { class: "minis" }, sortedFaces(kept).map((face) => dieFace(face, { small: true, hidden: true })));
    return h("button", { class: "button plain", type: "button", data: { action: "roll-again" }, on: { click: () => this.#next(kept) } }, minis, say("web.pad.entry.again"));
  }

  /** @param {string[]} kept */
  #next(kept) {
    const whole = this.earlier.length === this.#roll - 1;
    this.earlier = whole ? [...this.earlier, { faces: [...(this.#faces ?? [])], keep: this.kept }] : [];
    this.kept = whole ? kept : [];
    this.#roll = Math.min(this.#roll + 1, ROLLS.length);
    this.#open = false;
    this.forget();
    this.#rollAgain(kept);
  }

  /** @param {number} roll */
  async #ask(roll) {
    const question = ++this.#question;
    this.#roll = roll;
    this.#language = language();
    this.#hint = null;
    this.#trouble = null;
    this.#paint();
    try {
      const hint = await this.#context?.hint([...(this.#faces ?? [])], roll, this.#asked);
      if (question === this.#question && hint) this.#hint = hint;
    } catch (error) {
      if (question === this.#question) this.#trouble = [messageOf(error), /** @type {Refusal} */ (error).button?.(() => this.#ask(roll))];
    }
    if (question === this.#question) this.#paint();
  }
}
