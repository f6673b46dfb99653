/** A form that opens a record: a file, dropped or pasted. It keeps the input until that succeeds. */

import { h } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";

/** @import { Children, Properties } from "../types.d.ts" */

/**
 * Calls `open(text)` with the record, or `fail(text, message)` with the reason there is none.
 * @param {{text: string, error: Children, intro: string, submit: string, forms: string}} shown `forms`: the accepted formats
 * @param {(text: string) => void} open
 * @param {(text: string, message: string) => void} fail
 */
export function recordForm({ text, error, intro, submit: label, forms }, open, fail) {
  const limit = { limit: CONSTANTS.record_size };
  const area = h("textarea", { rows: 5, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr" });
  area.value = text;
  const submit = (/** @type {string} */ record) => {
    if (!record.trim()) fail(record, say("web.record.nothing"));
    else if (size(record) > CONSTANTS.record_size) fail(record, say("web.record.too-large", limit));
    else open(record);
  };
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size > 1024 * CONSTANTS.record_size) return fail(area.value, say("web.record.too-large", limit));
    try {
      submit(await file.text());
    } catch {
      fail(area.value, say("web.record.unreadable"));
    }
  };
  const file = h("input", { type: "file", accept: ".json,.txt,application/json,text/plain", on: { change: ({ currentTarget }) => read(currentTarget.files?.[0]) } });
  const form = h(
    "form",
    { class: "paper record-opening", on: { submit: (event) => (event.preventDefault(), submit(area.value)), ...dropping(read) } },
    h("p", {}, intro),
    h(
      "label",
      { class: "record-drop" },
      file,
      h("span", { class: "button primary" }, say("web.record.choose")),
      h("span", { class: "record-hint" }, say("web.record.drop")),
      h("small", { class: "soft" }, forms),
    ),
    h("label", { class: "field" }, h("span", {}, say("web.record.paste")), area),
    error && h("p", { class: "error", role: "alert" }, error),
    h("button", { class: "button plain", type: "submit" }, label),
  );
  return form;
}

/** Size of the request body in KiB. @param {string} record */
const size = (record) => new TextEncoder().encode(JSON.stringify({ record })).length / 1024;

/** @param {(file: File | undefined) => void} read @returns {Properties<"form">["on"]} */
function dropping(read) {
  const over = (/** @type {Event & {currentTarget: HTMLElement}} */ event, /** @type {boolean} */ is) => {
    event.preventDefault();
    event.currentTarget.classList.toggle("over", is);
  };
  return {
    dragover: (event) => over(event, true),
    dragleave: (event) => over(event, false),
    drop: (event) => {
      over(event, false);
      read(event.dataTransfer?.files[0]);
    },
  };
}
