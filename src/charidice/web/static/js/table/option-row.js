/** A scoring option: its dice, points, gift, and the button that confirms it. */

import { runOut } from "../parts/countdown.js";
import { dieFace, sortedFaces } from "../parts/die.js";
import { h, refill } from "../lib/dom.js";
import { tableIcon, twice } from "../parts/table-icons.js";
import { optionKey } from "../parts/situation.js";
import { capital, faceWords, giftWords, join, kindWords, say, sayNodes } from "../lib/text.js";

/** @import { Children, Deadline } from "../types.d.ts" */
/** @import { OptionView } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

/**
 * A scoring option's listeners, and how the chosen one is confirmed.
 * @typedef {{onPoint: (option: OptionView | null) => void, onChoose: (option: OptionView) => void, onConfirm: () => void}} OptionListeners
 * @typedef {{label: Children, action: "score" | "stop", disabled: boolean, deadline: Deadline | null}} Confirmation
 */

/** @param {OptionListeners} listeners */
export function optionRow({ onPoint, onChoose, onConfirm }) {
  /** @type {OptionView | null} */
  let option = null;
  const button = h("button", { class: "way", type: "button", on: { click: () => option && onChoose(option) } });
  const label = h("span", {});
  const ring = h("i", { class: "ring" });
  const confirm = h("button", { class: "button primary", type: "button", on: { click: onConfirm } }, ring, label);
  const note = h("p", { class: "confirm-note" });
  const bar = h("div", { class: "confirm", hidden: true }, confirm, note);
  const element = h("li", { class: "row" }, button, bar);
  // Moved, not entered: a way that appears under a still mouse is not pointed at.
  for (const event of ["pointermove", "focusin"]) element.addEventListener(event, () => onPoint(option));
  for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, () => onPoint(null));

  /** `confirmation` is given only for the chosen row. @param {OptionView} next @param {Situation} situation @param {Confirmation | null} confirmation */
  function update(next, situation, confirmation) {
    option = next;
    const chosen = Boolean(confirmation);
    const usable = situation.canScore || situation.canStop;
    button.dataset.option = optionKey(next);
    button.setAttribute("aria-label", words(next, situation));
    button.setAttribute("aria-disabled", String(!usable));
    if (usable) button.setAttribute("aria-pressed", String(chosen));
    else button.removeAttribute("aria-pressed");
    element.classList.toggle("chosen", chosen);
    bar.hidden = !chosen;
    refill(button, content(next, situation));
    if (!confirmation) return void delete confirm.dataset.action;
    confirm.dataset.action = confirmation.action;
    confirm.setAttribute("aria-disabled", String(confirmation.disabled));
    confirm.classList.toggle("waiting", Boolean(confirmation.deadline));
    if (confirmation.deadline) runOut(ring, confirmation.deadline);
    refill(label, confirmation.label);
    refill(note, givenToo(next, situation));
  }

  return { element, button, confirm, update };
}

/** Small inline dice. @param {string[]} faces */
export const minis = (faces, hidden = true) => h("span", { class: "minis" }, sortedFaces(faces).map((face) => dieFace(face, { small: true, hidden })));

/** "10 + 25 35" @param {number} points @param {number} bonus */
export const adds = (points, bonus) => h("span", { class: "adds" }, h("small", {}, `${points} + ${bonus}`), h("b", {}, String(points + bonus)));

/** @param {OptionView} option @param {Situation} situation */
const faces = (option, situation) => sortedFaces(option.dice.map((die) => situation.game.faces[die]));

/** @param {OptionView} option @param {Situation} situation */
function content(option, situation) {
  const shown = faces(option, situation);
  const mark = situation.game.asked && option.gift ? twice() : tableIcon("gift");
  return [
    h("span", { class: "line" }, minis(shown), adds(option.points, option.bonus)),
    h(
      "span",
      { class: "line" },
      h("span", { class: "kind" }, capital(kindWords(option.kind, shown))),
      h("span", { class: "gives" }, mark, h("span", {}, giftWords(option, situation.game.faces))),
    ),
  ];
}

/** The gift that goes with the points. @param {OptionView} option @param {Situation} situation */
function givenToo(option, situation) {
  if (!option.gift) return say("web.table.gives-nothing");
  return sayNodes("web.table.you-give", { points: say("points", { count: option.gift }), name: situation.who(situation.game.recipient) });
}

/** The option's label for screen readers. @param {OptionView} option @param {Situation} situation */
function words(option, situation) {
  const shown = faces(option, situation);
  const { points, bonus, total: sum } = option;
  const name = situation.who(situation.game.recipient);
  const doubled = option.doubled.map((die) => faceWords(situation.game.faces[die]));
  return [
    `${capital(kindWords(option.kind, shown))}: ${join(shown.map(faceWords))}.`,
    `${points} + ${bonus} = ${sum}.`,
    option.gift ? say("web.table.gives-to", { points: say("points", { count: option.gift }), name }) : `${capital(say("web.table.gives-nothing"))}.`,
    doubled.length ? say("web.table.counts-double", { count: doubled.length, faces: join(doubled) }) : "",
    situation.game.asked && option.gift ? say("web.table.greatest-counts") : "",
  ].filter(Boolean).join(" ");
}
