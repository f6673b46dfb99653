/** A scoring option's points and gift, in words. */

import { dieFace, sortedFaces } from "./die.js";
import { h } from "../lib/dom.js";
import { capital, giftWords, kindWords } from "../lib/text.js";

/** @import { OptionView } from "../wire.d.ts" */

/**
 * The parts of a card: the scored dice, points + bonus = sum, the set's name, and the gift.
 * @param {OptionView} option
 * @param {string[]} faces by die
 */
export function scoringCard(option, faces) {
  const scored = sortedFaces(option.dice.map((die) => faces[die]));
  return [
    h(
      "span",
      { class: "card-line" },
      h("span", { class: "card-dice" }, scored.map((face) => dieFace(face, { small: true, hidden: true }))),
      h("span", { class: "card-sum" }, `${option.points} + ${option.bonus} = `, h("b", {}, option.total)),
    ),
    h(
      "span",
      { class: "card-line" },
      h("span", { class: "card-kind" }, capital(kindWords(option.kind, scored))),
      h("span", { class: "card-gift" }, giftWords(option, faces)),
    ),
  ];
}
