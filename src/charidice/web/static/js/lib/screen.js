/** A page of the game: renders itself from what it knows, again when the language changes. */

import { LANGUAGE_CHANGED, say } from "./text.js";

export class Screen extends HTMLElement {
  /** The part of the address that this screen is about, such as a table; set by the router. */
  parameter = "";
  #languageChanged = () => this.refresh();

  /** The key or text of the title; a subclass may also set `document.title` itself. */
  get heading() {
    return "web.title";
  }

  connectedCallback() {
    document.addEventListener(LANGUAGE_CHANGED, this.#languageChanged);
    this.refresh();
    this.entered();
  }

  disconnectedCallback() {
    document.removeEventListener(LANGUAGE_CHANGED, this.#languageChanged);
    this.left();
  }

  refresh() {
    // A screen within a dialog leaves the title to the one behind it.
    if (this.parentElement.localName === "main") document.title = this.heading === "web.title" ? say("web.title") : `${say(this.heading)} · ${say("web.title")}`;
    this.render();
  }

  /** Shows everything anew. */
  render() {}
  /** Called once when the screen has appeared. */
  entered() {}
  /** Called once when it goes. */
  left() {}
}
