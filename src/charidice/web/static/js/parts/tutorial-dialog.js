/** The tutorial in a dialog over a table, which keeps its seat and live connection. */

import { h, toast } from "../lib/dom.js";
import { say } from "../lib/text.js";

export async function openTutorial() {
  let screen;
  try {
    screen = new (await import("../learn/tutorial-screen.js")).TutorialScreen();
  } catch {
    return toast(say("web.unreachable"));
  }
  const dialog = h("dialog", { class: "tutorial-dialog", "aria-label": say("web.tutorial") }, screen);
  screen.leave = closeTutorial;
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Called when the game starts. */
export function closeTutorial() {
  /** @type {HTMLDialogElement | null} */ (document.querySelector(".tutorial-dialog"))?.close();
}
