/** A die of the rules and the tutorial: tappable, gold ring when held, bright when scored, with a tag that says which. */

import { dieFace } from "./die.js";
import { fill, h } from "../lib/dom.js";
import { tableIcon } from "./table-icons.js";
import { faceWords, say } from "../lib/text.js";

/** @import { OptionView } from "../wire.d.ts" */

/**
 * A button for the die with this index; a tap calls `press(die)`.
 * @param {number} die
 * @param {(die: number) => void} press
 */
export function lessonDie(die, press) {
  return h("button", { class: "lesson-die", type: "button", data: { die }, on: { click: () => press(die) } });
}

/**
 * What a scoring option does with a die: scores it, or gives it away, perhaps doubled.
 * @param {Pick<OptionView, "dice" | "doubled">} option
 * @param {number} die
 * @returns {LessonDieState}
 */
export function dieState(option, die) {
  if (option.dice.includes(die)) return { look: "scored", tag: say("web.learn.scored") };
  const isDoubled = option.doubled.includes(die);
  return { look: "gift", words: say(isDoubled ? "web.learn.gift-doubled" : "web.table.given"), tag: isDoubled ? "×2" : "" };
}

/**
 * Whether a die is kept for the next roll (`held`), counted (`scored`) or given away (`gift`), as at the table; the tag below it; a longer label where the tag is too
 * short (`words`); and whether it is not interactive (`still`).
 * @typedef {{look?: "held" | "scored" | "gift", tag?: string, words?: string, still?: boolean}} LessonDieState
 */

/**
 * @param {HTMLElement} button
 * @param {string} face
 * @param {LessonDieState} [state]
 */
export function showLessonDie(button, face, { look, tag = "", words = tag, still = false } = {}) {
  button.dataset.look = look ?? "";
  button.setAttribute("aria-label", words ? `${faceWords(face)}, ${words}` : faceWords(face));
  button.toggleAttribute("disabled", still);
  if (still) button.removeAttribute("aria-pressed");
  else button.setAttribute("aria-pressed", String(look === "held" || look === "scored"));
  const label = words ? h("span", { class: "lesson-tag", "aria-hidden": "true" }, look === "gift" ? tableIcon("gift") : null, tag) : null;
  fill(button, dieFace(face, { hidden: true }), label);
}
