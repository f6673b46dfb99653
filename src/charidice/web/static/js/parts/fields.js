/** Form fields shared by several screens. */

import { h } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";

/** @import { Choice, Segments } from "../types.d.ts" */
/** @import { Level } from "../wire.d.ts" */

/** A select. @template {string} Value @param {Choice<Value>} choice */
export function selectField({ values, chosen, text, changed = () => {}, ...attributes }) {
  return h(
    "select",
    { ...attributes, on: { change: ({ currentTarget }) => changed(values[currentTarget.selectedIndex]) } },
    values.map((value) => h("option", { value, selected: value === chosen }, text(value))),
  );
}

/** @param {Level} level */
const nameAndLevel = (level) => `${say(`bot.${level}`)} (${say(`bot.${level}.level`)})`;

/**
 * A select of bots by name, weakest first.
 * @param {{chosen: Level, changed?: (level: Level) => void, [attribute: string]: unknown}} options
 */
export const levelField = (options) => selectField({ name: "bot", values: CONSTANTS.levels, text: nameAndLevel, ...options });

/** A segmented control: radio buttons side by side. @template {string} Value @param {Segments<Value>} choice */
export function segments({ name, legend, values, chosen, text, changed = () => {}, ...attributes }) {
  const segment = (/** @type {Value} */ value) =>
    h(
      "label",
      {},
      h("input", { id: `${name}-${value}`, type: "radio", name, value, checked: value === chosen, on: { change: () => changed(value) } }),
      h("span", {}, text(value)),
    );
  return h("fieldset", { class: "segments", ...attributes }, h("legend", {}, legend), values.map(segment));
}
