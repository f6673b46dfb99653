/** Which dice a game is played with: the standard ones, or those of a box that the user has entered. */

import { messageOf } from "../lib/api.js";
import { savedSets } from "../lib/dice-sets.js";
import { fill, h } from "../lib/dom.js";
import { selectField } from "./fields.js";
import { say } from "../lib/text.js";

/** @import { SavedDiceSet } from "../wire.d.ts" */

/** A row of a form; `changed` is called with a layout, null for the standard dice. */
export class DiceChoice extends HTMLElement {
  /** @type {SavedDiceSet[]} */
  #sets = [];
  #chosen;
  #changed;

  /** @param {string | null} chosen @param {(layout: string | null) => void} changed */
  constructor(chosen, changed) {
    super();
    this.#chosen = chosen;
    this.#changed = changed;
  }

  async connectedCallback() {
    this.render();
    try {
      this.#sets = await savedSets();
    } catch (error) {
      messageOf(error);
      return;
    }
    // Dice that were removed meanwhile are not chosen again.
    if (!this.#sets.some(({ dice }) => dice === this.#chosen)) this.#choose(null);
    this.render();
  }

  render() {
    const names = ["", ...this.#sets.map(({ name }) => name)];
    const chosen = this.#sets.find(({ dice }) => dice === this.#chosen)?.name ?? "";
    const select = selectField({
      values: names,
      chosen,
      text: (name) => name || say("web.new.dice.standard"),
      changed: (name) => this.#choose(this.#sets.find((set) => set.name === name)?.dice ?? null),
      ...{ id: "new-dice", name: "dice", "aria-describedby": "new-dice-why" },
    });
    const link = h("a", { href: "/my-dice" }, say("web.new.dice.own"));
    fill(
      this,
      h(
        "div",
        { class: "rule" },
        this.#sets.length ? [h("label", { for: "new-dice" }, say("web.new.dice")), select] : null,
        h("p", { id: "new-dice-why", class: "soft" }, link),
      ),
    );
  }

  /** @param {string | null} layout */
  #choose(layout) {
    if (layout === this.#chosen) return;
    this.#chosen = layout;
    this.#changed(layout);
  }
}

customElements.define("dice-choice", DiceChoice);
