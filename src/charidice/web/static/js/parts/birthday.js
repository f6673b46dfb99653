/** Day and month of a birthday, without a year: enough to know whose comes next. */

import { h } from "../lib/dom.js";
import { language, say } from "../lib/text.js";

/** The birthday as the server takes it, or nothing if it is not complete. */
export const asDate = ({ day, month }) => (day && month ? `${month.padStart(2, "0")}-${day.padStart(2, "0")}` : undefined);

/**
 * Two fields that change `birthday` ({day, month} as texts, "" if not given).
 * @param {string} id
 * @param {{day: string, month: string}} birthday
 * @param {any} legend
 */
export function birthdayChoice(id, birthday, legend) {
  const months = new Intl.DateTimeFormat(language(), { month: "long", timeZone: "UTC" });
  const field = (part, texts) => {
    const select = h(
      "select",
      { id: `${id}-${part}`, name: part, "aria-label": say(`web.new.${part}`), on: { change: () => (birthday[part] = select.value) } },
      h("option", { value: "" }, say(`web.new.${part}`)),
      texts.map((text, i) => h("option", { value: String(i + 1), selected: birthday[part] === String(i + 1) }, text)),
    );
    return select;
  };
  return h(
    "fieldset",
    { class: "birthday" },
    h("legend", {}, legend),
    field("day", Array.from({ length: 31 }, (_, i) => String(i + 1))),
    field("month", Array.from({ length: 12 }, (_, i) => months.format(Date.UTC(2024, i, 1)))),
  );
}
