/** Opening a record: from a file, dropped, or pasted. What was given stays there until it has worked. */

import { h } from "./dom.js";
import { say } from "./text.js";

/** The most that the server takes, in KiB. */
const LIMIT = 256;

/** The form; `open(text)` gets the record, `fail(message)` is told why there is none. */
export function opening(text, error, open, fail) {
  const limit = { limit: LIMIT };
  const area = h("textarea", { rows: 5, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr" });
  area.value = text;
  const submit = (record) => {
    if (!record.trim()) fail(record, say("web.review.nothing"));
    else if (size(record) > LIMIT) fail(record, say("web.review.too-large", limit));
    else open(record);
  };
  const read = async (file) => {
    if (!file) return;
    if (file.size > 1024 * LIMIT) return fail(area.value, say("web.review.too-large", limit));
    try {
      submit(await file.text());
    } catch {
      fail(area.value, say("web.review.unreadable"));
    }
  };
  const file = h("input", { type: "file", accept: ".json,.txt,application/json,text/plain", on: { change: () => read(file.files[0]) } });
  const form = h(
    "form",
    { class: "paper record-opening", on: { submit: (event) => (event.preventDefault(), submit(area.value)), ...dropping(read) } },
    h("p", {}, say("web.review.intro")),
    h(
      "label",
      { class: "record-drop" },
      file,
      h("span", { class: "button primary" }, say("web.review.choose")),
      h("span", { class: "record-hint" }, say("web.review.drop")),
      h("small", { class: "soft" }, say("web.review.limit", limit)),
    ),
    h("label", { class: "field" }, h("span", {}, say("web.review.paste")), area),
    error && h("p", { class: "error", role: "alert" }, error),
    h("button", { class: "button plain", type: "submit" }, say("web.review.look")),
  );
  return form;
}

/** In KiB, as it is sent. */
const size = (record) => new TextEncoder().encode(JSON.stringify({ record })).length / 1024;

function dropping(read) {
  const over = (event, is) => {
    event.preventDefault();
    event.currentTarget.classList.toggle("over", is);
  };
  return {
    dragover: (event) => over(event, true),
    dragleave: (event) => over(event, false),
    drop: async (event) => {
      over(event, false);
      await read(event.dataTransfer.files[0]);
    },
  };
}
