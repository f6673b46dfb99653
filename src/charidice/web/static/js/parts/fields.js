/** Form fields that several pages need. */

import { h } from "../lib/dom.js";
import { LEVELS } from "./drawings.js";
import { say } from "../lib/text.js";

/** @typedef {{values: string[], chosen: string, text: (value: string) => string, changed?: (value: string) => void}} Choice */

/**
 * A list to choose from. `text` puts a value into words, `changed` gets the chosen one; the rest are attributes.
 * @param {Choice & Object<string, any>} options
 */
export function selectField({ values, chosen, text, changed = () => {}, ...attributes }) {
  return h(
    "select",
    { ...attributes, on: { change: (event) => changed(event.target.value) } },
    values.map((value) => h("option", { value, selected: value === chosen }, text(value))),
  );
}

const nameAndLevel = (level) => `${say(`bot.${level}`)} (${say(`bot.${level}.level`)})`;

/** Which bot: by name, from the easiest to the strongest. */
export const levelField = (options) => selectField({ name: "bot", values: LEVELS, text: nameAndLevel, ...options });

/**
 * A few choices side by side, of which one is taken.
 * @param {Choice & {name: string, legend: string} & Object<string, any>} options
 */
export function segments({ name, legend, values, chosen, text, changed, ...attributes }) {
  const segment = (value) =>
    h(
      "label",
      {},
      h("input", { id: `${name}-${value}`, type: "radio", name, value, checked: value === chosen, on: { change: () => changed(value) } }),
      h("span", {}, text(value)),
    );
  return h("fieldset", { class: "segments", ...attributes }, h("legend", {}, legend), values.map(segment));
}
