/** A die face, always with colour, pattern, symbol, letter and number. */

import { h } from "../lib/dom.js";
import { CONSTANTS, setting, SETTING_CHANGED } from "../lib/settings.js";
import { COLOURS, faceWords, LANGUAGE_CHANGED, say } from "../lib/text.js";

/**
 * A face such as "B4". `small` for lists and sheets, where letter and symbol share one place; `hidden` from screen readers
 * when the text beside it says the same.
 * @param {string} face
 * @param {{small?: boolean, hidden?: boolean, class?: string}} [options]
 */
export function dieFace(face, options = {}) {
  const words = options.hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": faceWords(face) };
  return h(
    "span",
    { class: `die ${COLOURS[face[0]]} ${options.small ? "small" : ""} ${options.class ?? ""}`.trim(), ...words },
    h("i", { class: "pattern" }),
    h("i", { class: "symbol" }),
    options.small ? null : h("s", { class: "letter", data: { colour: face[0] } }, letterOf(face[0])),
    h("b", { class: "number" }, face[1]),
  );
}

/** Faces by number, and by colour where the numbers are equal. @param {string[]} faces */
export const sortedFaces = (faces) => [...faces].sort((one, other) => one[1].localeCompare(other[1]) || one[0].localeCompare(other[0]));

/** A colour's letter by the user's setting: international or translated. @param {string} letter */
export const letterOf = (letter) => (setting("letters") === "own" ? say(`letter.${COLOURS[letter]}`) : letter);

for (const change of [SETTING_CHANGED, LANGUAGE_CHANGED]) {
  document.addEventListener(change, () => {
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("s.letter[data-colour]"))) place.textContent = letterOf(String(place.dataset.colour));
  });
}

/** A die that has not been rolled yet. */
export const blankDie = () => h("span", { class: "die blank", "aria-hidden": "true" });

/** The faces of each die of a layout such as "YOGBPK ...". @param {string} layout */
export const facesByDie = (layout) => layout.split(" ").map((letters) => [...letters].map((letter, index) => letter + (index + 1)));

/** The six sides of a rolling cube, the face it will show first. @param {string} shown @param {string | null} layout of the dice, null for the standard ones */
export function cubeSides(shown, layout) {
  const faces = facesByDie(layout ?? CONSTANTS.layout).find((die) => die.includes(shown)) ?? [];
  return [shown, ...faces.filter((face) => face !== shown)].map((face) => dieFace(face, { hidden: true, class: "side" }));
}
