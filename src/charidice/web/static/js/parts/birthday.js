/** Day and month of a birthday, without a year: enough to know whose comes next. */

import { h } from "../lib/dom.js";
import { language, say } from "../lib/text.js";

/** @import { Birthday, Children } from "../types.d.ts" */

/** The birthday as the server takes it, or nothing if it is not complete. @param {Birthday} birthday */
export const asDate = ({ day, month }) => (day && month ? `${month.padStart(2, "0")}-${day.padStart(2, "0")}` : undefined);

/**
 * Two fields that change `birthday` ({day, month} as texts, "" if not given).
 * @param {string} id
 * @param {Birthday} birthday
 * @param {Children} legend
 */
export function birthdayChoice(id, birthday, legend) {
  const months = new Intl.DateTimeFormat(language(), { month: "long", timeZone: "UTC" });
  const field = (/** @type {keyof Birthday} */ part, /** @type {string[]} */ texts) =>
    h(
      "select",
      { id: `${id}-${part}`, name: part, "aria-label": say(`web.new.${part}`), on: { change: ({ currentTarget }) => (birthday[part] = currentTarget.value) } },
      h("option", { value: "" }, say(`web.new.${part}`)),
      texts.map((text, i) => h("option", { value: String(i + 1), selected: birthday[part] === String(i + 1) }, text)),
    );
  return h(
    "fieldset",
    { class: "birthday" },
    h("legend", {}, legend),
    field("day", Array.from({ length: 31 }, (_, i) => String(i + 1))),
    field("month", Array.from({ length: 12 }, (_, i) => months.format(Date.UTC(2024, i, 1)))),
  );
}
