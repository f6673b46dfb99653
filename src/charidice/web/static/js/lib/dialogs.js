/** Modal dialogs. */

import { h, toast } from "./dom.js";
import { say } from "./text.js";

/** @import { Children } from "../types.d.ts" */

let isLoading = false;

/**
 * Opens what is in a module that is loaded for it alone; says so if the server is away.
 * @template Module @param {() => Promise<Module>} load @param {(module: Module) => unknown} open
 */
export async function openFrom(load, open) {
  if (isLoading) return;
  isLoading = true;
  const module = await load().catch(() => null);
  isLoading = false;
  if (module) open(module);
  else toast(say("web.unreachable"));
}

/**
 * Asks to confirm an action that cannot be undone; the focus starts on the safe answer.
 * @param {string} title
 * @param {Children} text
 * @param {string} action the name of the action, also the last part of its catalog key
 * @param {AbortSignal} [signal] takes the question back
 * @returns {Promise<boolean>}
 */
export async function confirmed(title, text, action, signal) {
  const answer = await openDialog(title, (close) => {
    signal?.addEventListener("abort", () => close());
    const button = (/** @type {string} */ looks, /** @type {string} */ name, properties = {}) =>
      h("button", { class: `button ${looks}`, type: "button", data: { action: name }, on: { click: () => close(name) }, ...properties }, say(`web.table.${name}`));
    return [h("p", {}, text), h("div", { class: "buttons" }, button("primary", "think-again", { autofocus: true }), button("plain", action))];
  });
  return answer === action;
}

/**
 * Opens a dialog with a heading; Escape and the close button close it. Resolves with the value passed to `close(value)`,
 * or undefined if it was dismissed.
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
