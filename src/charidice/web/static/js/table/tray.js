/** The six dice in their places; a tap keeps a die, or chooses it for scoring. */

import { blankDie, dieFace } from "../parts/die.js";
import { fill, h, refill } from "../lib/dom.js";
import { tumble } from "../parts/motion.js";
import { CONSTANTS } from "../lib/settings.js";
import { faceWords, say } from "../lib/text.js";

/** @import { OptionView } from "../wire.d.ts" */

const DICE = [...Array(CONSTANTS.dice).keys()];

export class Tray {
  #places;
  /** That of the dice, null for the standard ones. @type {string | null} */
  #layout = null;

  /** @param {(die: number) => void} onTap */
  constructor(onTap) {
    this.#places = DICE.map((die) => {
      const slot = h("span", { class: "slot" });
      const held = h("span", { class: "held-word", "aria-hidden": "true" });
      const gift = h("span", { class: "gift-word", "aria-hidden": "true" });
      const button = h("button", { class: "place", type: "button", data: { die }, on: { click: () => onTap(die) } }, slot, held, gift);
      return { button, slot, held, gift };
    });
    this.element = h("div", { class: "tray", role: "group", tabindex: "-1" }, this.#places.map((place) => place.button));
  }

  /**
   * @param {{faces: string[], held: Set<number>, picked: Set<number> | null, canTap: boolean, layout: string | null}} dice picked
   *   for scoring; null while a tap keeps a die
   */
  update({ faces, held, picked, canTap, layout }) {
    this.element.setAttribute("aria-label", say("web.table.dice"));
    this.element.classList.toggle("resting", !faces.length);
    for (const [die, place] of this.#places.entries()) {
      const face = faces[die];
      const isHeld = !picked && held.has(die);
      const isPicked = Boolean(picked?.has(die));
      if (place.slot.dataset.face !== (face ?? "")) {
        place.slot.dataset.face = face ?? "";
        fill(place.slot, face ? dieFace(face, { hidden: true }) : blankDie());
      }
      place.button.classList.toggle("held", isHeld);
      refill(place.held, say("web.table.held"));
      place.button.setAttribute("aria-label", dieWords(die, face, isHeld ? ".held" : isPicked ? ".picked" : ""));
      place.button.setAttribute("aria-disabled", String(!canTap));
      if (face) place.button.setAttribute("aria-pressed", String(isHeld || isPicked));
      else place.button.removeAttribute("aria-pressed");
    }
    this.#layout = layout;
  }

  /** Highlights the dice an option scores and gives away, or none. @param {Pick<OptionView, "dice" | "gives" | "doubled"> | null} option */
  light(option) {
    this.element.classList.toggle("lighting", Boolean(option));
    for (const [die, { button, gift }] of this.#places.entries()) {
      button.classList.toggle("lit", Boolean(option?.dice.includes(die)));
      const given = Boolean(option?.gives.includes(die));
      button.classList.toggle("given", given);
      refill(gift, given ? say(option?.doubled.includes(die) ? "web.table.given-double" : "web.table.given") : "");
    }
  }

  /** Animates a roll of all but the kept dice. @param {string[]} faces @param {number[]} keep */
  async roll(faces, keep) {
    const thrown = DICE.filter((die) => !keep.includes(die));
    this.light(null);
    const places = thrown.map((die) => this.#places[die].button);
    await tumble(places, thrown.map((die) => faces[die]), this.#layout);
  }

  /** @param {number} die */
  place(die) {
    return this.#places[die].button;
  }

  /** The places of all but these dice. @param {number[]} dice */
  others(dice) {
    return DICE.filter((die) => !dice.includes(die)).map((die) => this.place(die));
  }
}

/** @param {number} die @param {string | undefined} face @param {"" | ".held" | ".picked"} state */
function dieWords(die, face, state) {
  const number = die + 1;
  if (!face) return say("web.table.die.blank", { number });
  return say(`web.table.die${state}`, { number, face: faceWords(face) });
}
