/** Birthday fields: day and month only, enough to know whose comes next. */

import { h } from "../lib/dom.js";
import { language, say } from "../lib/text.js";

/** @import { Birthday, Children } from "../types.d.ts" */

/** The birthday as MM-DD for the server, or undefined if incomplete. @param {Birthday} birthday */
export const asDate = ({ day, month }) => (day && month ? `${month.padStart(2, "0")}-${day.padStart(2, "0")}` : undefined);

/**
 * Two selects that update `birthday` ({day, month} as strings, "" if empty).
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
