/** The choice of dice for a game: the standard ones, or those of a box that the user has entered. */

import { messageOf } from "../lib/api.js";
import { savedSets } from "../lib/dice-sets.js";
import { fill, h } from "../lib/dom.js";
import { selectField } from "./fields.js";
import { say } from "../lib/text.js";

/** @import { SavedDiceSet } from "../wire.d.ts" */

/** A row of a form; `changed` is called with a layout, null for the standard dice, and whether those were chosen by hand. */
export class DiceChoice extends HTMLElement {
  /** @type {SavedDiceSet[]} */
  #sets = [];
  #chosen;
  #changed;
  /** Whether the last set saved is chosen until somebody chooses another. */
  #preferred;
  /** Settled once the saved sets are known, or cannot be. */
  known = Promise.resolve();

  /** @param {string | null} chosen @param {(layout: string | null, standard: boolean) => void} changed @param {boolean} [preferred] */
  constructor(chosen, changed, preferred = false) {
    super();
    this.#preferred = preferred;
    this.#chosen = chosen;
    this.#changed = changed;
  }

  connectedCallback() {
    this.render();
    this.known = this.#load();
  }

  async #load() {
    try {
      this.#sets = await savedSets();
    } catch (error) {
      messageOf(error);
      return;
    }
    // Dice that were removed meanwhile are not chosen again.
    if (!this.#sets.some(({ dice }) => dice === this.#chosen)) this.#choose((this.#preferred && this.#sets.at(-1)?.dice) || null);
    this.render();
  }

  render() {
    const names = ["", ...this.#sets.map(({ name }) => name)];
    const chosen = this.#sets.find(({ dice }) => dice === this.#chosen)?.name ?? "";
    const select = selectField({
      values: names,
      chosen,
      text: (name) => name || say("web.new.dice.standard"),
      changed: (name) => this.#choose(this.#sets.find((set) => set.name === name)?.dice ?? null, !name),
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

  /** @param {string | null} layout @param {boolean} [standard] */
  #choose(layout, standard = false) {
    if (standard) this.#preferred = false;
    if (layout === this.#chosen) return;
    this.#chosen = layout;
    this.#changed(layout, standard);
  }
}

customElements.define("dice-choice", DiceChoice);
