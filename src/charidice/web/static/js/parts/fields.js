/** Form fields shared by several screens. */

import { h } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";
import { botName, say } from "../lib/text.js";
import { isLevel } from "./drawings.js";

/** @import { Choice, Segments } from "../types.d.ts" */
/** @import { BotName } from "../wire.d.ts" */

/** A select. @template {string} Value @param {Choice<Value>} choice */
export function selectField({ values, chosen, text, changed = () => {}, ...attributes }) {
  return h(
    "select",
    { ...attributes, on: { change: ({ currentTarget }) => changed(values[currentTarget.selectedIndex]) } },
    values.map((value) => h("option", { value, selected: value === chosen }, text(value))),
  );
}

/** @param {BotName} bot */
const nameAndLevel = (bot) => (isLevel(bot) ? `${botName(bot)} (${say(`bot.${bot}.level`)})` : bot);

/**
 * A select of bots by name, weakest first, then invited ones.
 * @param {{chosen: BotName, changed?: (bot: BotName) => void, [attribute: string]: unknown}} options
 */
export const levelField = (options) => selectField({ name: "bot", values: [...CONSTANTS.levels, ...CONSTANTS.guests], text: nameAndLevel, ...options });

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
