/** Dialogs, the same everywhere. */

import { h } from "./dom.js";
import { say } from "./text.js";

/** @import { Children } from "../types.d.ts" */

/**
 * Asks whether something is meant that cannot be taken back; the focus is on the answer that does no harm.
 * @param {string} title
 * @param {Children} text
 * @param {string} action the name of what will be done, which its words go by too
 * @returns {Promise<boolean>}
 */
export async function isMeant(title, text, action) {
  const answer = await openDialog(title, (close) => {
    const button = (/** @type {string} */ looks, /** @type {string} */ name, properties = {}) =>
      h("button", { class: `button ${looks}`, type: "button", data: { action: name }, on: { click: () => close(name) }, ...properties }, say(`web.table.${name}`));
    return [h("p", {}, text), h("div", { class: "buttons" }, button("primary", "think-again", { autofocus: true }), button("plain", action))];
  });
  return answer === action;
}

/**
 * Opens a dialog on paper with a heading; Escape and the close button shut it. Resolves with what `close(value)` was
 * given, undefined if it was just shut.
 * @param {string} title
 * @param {(close: (value?: string) => void) => Children} content
 * @returns {Promise<string | undefined>}
 */
export function openDialog(title, content) {
  return new Promise((resolve) => {
    /** @type {string | undefined} */
    let result;
    const close = (value = result) => {
      result = value;
      dialog.close();
    };
    const heading = h("h2", { id: `dialog-${Date.now()}` }, title);
    const shut = h("button", { class: "button plain shut", type: "button", "aria-label": say("web.close"), on: { click: () => close() } }, "✕");
    const dialog = h(
      "dialog",
      { class: "paper", "aria-labelledby": heading.id },
      h("div", {}, h("header", { class: "dialog-head" }, heading, shut), content(close)),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
