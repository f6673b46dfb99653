/** Dialogs and short messages, the same everywhere. */

import { h } from "./dom.js";
import { say } from "./text.js";

const TOAST_TIME = 5000;

/** A message that goes by itself; screen readers hear it too. */
export function toast(text) {
  const message = h("p", { class: "toast", role: "status" }, text);
  document.getElementById("toasts").append(message);
  setTimeout(() => message.remove(), TOAST_TIME);
}

/**
 * Opens a dialog on paper with a heading; Escape and the close button shut it. Resolves with what `close(value)` was
 * given, undefined if it was just shut.
 * @param {string} title
 * @param {(close: (value?: any) => void) => any} content
 */
export function openDialog(title, content) {
  return new Promise((resolve) => {
    let result;
    const close = (value) => {
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
