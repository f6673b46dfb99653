/** Dialogs to rename somebody, to join two names, and to separate them again. */

import { openDialog } from "../lib/dialogs.js";
import { h, named } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";
import { say, sayNodes } from "../lib/text.js";
import { selectField } from "../parts/fields.js";

/** @import { CallPeople, PersonRow } from "../wire.d.ts" */

/** Asks for a person's new name; undefined if it stays. @param {PersonRow} person @returns {Promise<CallPeople | undefined>} */
export async function newName(person) {
  const input = h("input", { name: "called", required: true, maxlength: CONSTANTS.name_length, value: person.name, autofocus: true });
  /** @type {CallPeople | undefined} */
  let found;
  await openDialog(say("web.history.rename.title"), (close) => {
    const rename = (/** @type {Event} */ event) => {
      event.preventDefault();
      const called = input.value.trim();
      if (called) found = { names: person.names, called };
      close();
    };
    const separate = (/** @type {string} */ name) => {
      found = { names: [name], called: null };
      close();
    };
    return h(
      "form",
      { class: "naming", on: { submit: rename } },
      h("label", { class: "field" }, h("span", {}, say("web.history.rename.name")), input),
      h("p", { class: "soft" }, say("web.history.rename.why")),
      h("button", { class: "button primary", type: "submit", data: { action: "rename-now" } }, say("web.history.rename")),
      person.names.length > 1 ? names(person, separate) : null,
    );
  });
  return found;
}

/** @param {PersonRow} person @param {(name: string) => void} separate */
function names(person, separate) {
  const row = (/** @type {string} */ name) =>
    h("li", {}, named(name), h("button", { class: "button plain", type: "button", data: { action: "separate" }, on: { click: () => separate(name) } }, say("web.history.separate")));
  return h("fieldset", { class: "joined" }, h("legend", {}, say("web.history.names")), h("ul", {}, person.names.map(row)));
}

/** Asks which other person this one is; undefined if none. @param {PersonRow} person @param {PersonRow[]} people @returns {Promise<CallPeople | undefined>} */
export async function joinedName(person, people) {
  const others = people.filter((each) => !each.is_bot && each.key !== person.key);
  let chosen = others[0].key;
  const select = selectField({ name: "other", values: others.map(({ key }) => key), chosen, text: (key) => others.find((each) => each.key === key)?.name ?? key, changed: (key) => (chosen = key) });
  const answer = await openDialog(say("web.history.join.title"), (close) =>
    h(
      "form",
      { class: "naming", on: { submit: (event) => (event.preventDefault(), close("join")) } },
      h("label", { class: "field" }, h("span", {}, sayNodes("web.history.join.with", { name: named(person.name) })), select),
      h("p", { class: "soft" }, say("web.history.join.why")),
      h("button", { class: "button primary", type: "submit", data: { action: "join-now" } }, say("web.history.join.now")),
    ),
  );
  const other = others.find(({ key }) => key === chosen);
  return answer && other ? { names: person.names, called: other.name } : undefined;
}
