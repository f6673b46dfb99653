/** Signals the user's turn, or that others want a rematch, outside the page: title, icon, sound. */

import { chime } from "../lib/sound.js";
import { say } from "../lib/text.js";

/** @import { Situation } from "../parts/situation.js" */

/** The favicon with a dot. */
const CALLING =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1F4D3C"/>' +
      '<rect x="12" y="14" width="40" height="40" rx="10" fill="#3464C0"/><path d="M28 14h8v40h-8zM12 30h40v8H12z" fill="#C4402F"/>' +
      '<circle cx="48" cy="16" r="14" fill="#E9B949" stroke="#163A2D" stroke-width="3"/></svg>',
  );

export class TurnSignal {
  #calling = false;
  #icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  #quiet = this.#icon?.getAttribute("href");

  /** @param {Situation} situation @param {boolean} sounding not when a page has just been opened */
  update(situation, sounding) {
    const { game } = situation;
    const rematch = situation.over && situation.view.rematch !== null && situation.othersPlay && !situation.watching;
    const calling = rematch || (!situation.over && (situation.myTurn || (situation.canDecline && situation.game.stopped)));
    if (calling && !this.#calling && sounding) chime();
    this.#show(calling);
    const title = say("web.title");
    if (rematch) document.title = say("web.table.title.rematch", { title });
    else if (situation.over) document.title = say("web.table.title.over", { title });
    else if (calling && !situation.shared) document.title = say("web.table.title.yours", { title });
    else document.title = say("web.table.title.other", { name: situation.who(game.active), title });
  }

  clear() {
    this.#show(false);
  }

  /** @param {boolean} calling */
  #show(calling) {
    this.#calling = calling;
    if (this.#icon && this.#quiet) this.#icon.href = calling ? CALLING : this.#quiet;
  }
}
