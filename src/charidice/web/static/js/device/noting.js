/** Has it said how much of the solver's tables has come, in a note that is loaded when it is needed. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { fetchStyles } from "./styles.js";

/** @import { Note } from "./loading-notes.js" */
/** @import { Load } from "./types.d.ts" */

/** A game goes on without the note. @param {(notes: typeof import("./loading-notes.js")) => Note} make */
export function noteBy(make) {
  /** @type {Promise<Note | null> | null} */
  let note = null;
  return {
    /** @type {Load} */
    load(loading) {
      if (!loading) return void this.close(true);
      note ??= import("./loading-notes.js").then(make, () => null);
      note.then((shown) => shown?.update(loading));
    },
    /** @param {boolean} isLoaded */
    close(isLoaded) {
      note?.then((shown) => shown?.close(isLoaded));
      note = null;
    },
  };
}

/** Asks something that needs tables; once there is an answer, the note goes. @template T @param {"noteOfHint" | "noteOfReview"} which @param {(load: Load) => Promise<T>} ask */
export function noted(which, ask) {
  const note = noteBy((notes) => notes[which]());
  const found = ask((loading) => note.load(loading));
  found.then(() => note.close(true), () => note.close(false));
  return found;
}

/** For what could not be loaded. @param {() => void} again */
export function againButton(again) {
  fetchStyles("loading")?.catch(() => {
    // Without a network it looks like other buttons.
  });
  return h("button", { class: "button plain again", type: "button", data: { action: "again" }, on: { click: again } }, say("web.start.again"));
}
