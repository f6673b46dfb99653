/** All 36 faces on a board of six colours by six numbers, each a toggle button. */

import { dieFace } from "./die.js";
import { h } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";
import { COLOURS, faceWords } from "../lib/text.js";

/**
 * What a face looks like: chosen, impossible (pressing it then says why), a look of its own, and words beside its name.
 * @typedef {{chosen?: boolean, out?: boolean, look?: string, words?: string}} FaceState
 */

const LETTERS = Object.keys(COLOURS);
const NUMBERS = Array.from({ length: CONSTANTS.dice }, (_, index) => index + 1);
const FACES = LETTERS.flatMap((letter) => NUMBERS.map((number) => letter + number));
/** How far each key moves, in faces. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -NUMBERS.length, ArrowDown: NUMBERS.length };

export class FaceBoard {
  /** @type {Map<string, HTMLElement>} */
  #buttons;

  /** @param {(face: string) => void} press */
  constructor(press) {
    this.#buttons = new Map(FACES.map((face) => [face, this.#button(face, press)]));
    this.element = h("div", { class: "face-board", role: "group", on: { keydown: (event) => this.#move(event) } }, [...this.#buttons.values()]);
    this.#reach(FACES[0]);
  }

  /** @param {string} label @param {(face: string) => FaceState} stateOf */
  update(label, stateOf) {
    this.element.setAttribute("aria-label", label);
    for (const [face, button] of this.#buttons) {
      const { chosen = false, out = false, look = "", words = "" } = stateOf(face);
      button.setAttribute("aria-label", words ? `${faceWords(face)}, ${words}` : faceWords(face));
      button.setAttribute("aria-pressed", String(chosen));
      button.setAttribute("aria-disabled", String(out));
      button.dataset.look = look;
    }
  }

  /** @param {string} face @param {(face: string) => void} press */
  #button(face, press) {
    const on = { click: () => press(face), focus: () => this.#reach(face) };
    return h("button", { class: "board-face", type: "button", tabindex: "-1", data: { face }, on }, dieFace(face, { hidden: true }));
  }

  /** Only one face is in the order of the Tab key; arrows reach the others. @param {string} face */
  #reach(face) {
    for (const [other, button] of this.#buttons) button.tabIndex = other === face ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const at = FACES.indexOf((event.target instanceof HTMLElement && event.target.dataset.face) || "");
    const next = FACES[at + (STEPS[event.key] ?? FACES.length)];
    if (at < 0 || !next) return;
    event.preventDefault();
    this.#buttons.get(next)?.focus();
  }
}
