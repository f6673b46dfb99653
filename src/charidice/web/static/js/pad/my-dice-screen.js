/** The dice sets of the user's own boxes: those saved, and the form to enter another. */

import { messageOf } from "../lib/api.js";
import { confirmed } from "../lib/dialogs.js";
import { removeSet, savedSets } from "../lib/dice-sets.js";
import { fill, h, named, refill } from "../lib/dom.js";
import { DiceForm, diceTable } from "./dice-form.js";
import { icon } from "../parts/drawings.js";
import { facesByDie } from "../parts/die.js";
import { go, Screen } from "../shell/router.js";
import { say } from "../lib/text.js";

/** @import { SavedDiceSet } from "../wire.d.ts" */

class MyDiceScreen extends Screen {
  /** Null until they are loaded. @type {SavedDiceSet[] | null} */
  #sets = null;
  #trouble = "";
  /** @type {DiceForm | null} */
  #form = null;

  get heading() {
    return "web.my-dice.title";
  }

  /** The form has its own URL hash, so that the back button leaves it. */
  get #entering() {
    return location.hash === "#enter";
  }

  async entered() {
    if (!this.#sets) await this.#load(savedSets());
  }

  render() {
    if (this.#entering) return this.#showForm();
    this.#form = null;
    fill(
      this,
      h(
        "div",
        { class: "page my-dice" },
        h("h1", {}, say("web.my-dice.title")),
        h("section", { class: "paper" }, h("p", {}, say("web.my-dice.intro")), this.#list(), this.#enterLink()),
      ),
    );
  }

  #showForm() {
    this.#form ??= new DiceForm((sets) => {
      this.#sets = sets;
      go("/my-dice", { replace: true });
    });
    if (this.#form.parentElement !== this) fill(this, h("h1", { class: "unseen" }), this.#form);
    else this.#form.render();
    refill(/** @type {Element} */ (this.firstElementChild), say("web.my-dice.title"));
  }

  #enterLink() {
    const looks = this.#sets?.length ? "plain" : "primary big";
    return h("a", { class: `button ${looks}`, href: "/my-dice#enter", data: { action: "enter-dice" } }, icon("plus"), say("web.my-dice.enter"));
  }

  #list() {
    if (this.#trouble) return h("p", { class: "trouble", role: "alert" }, this.#trouble);
    if (!this.#sets?.length) return null;
    return h("ul", { class: "dice-sets" }, this.#sets.map((set) => h("li", { data: { set: set.name } }, this.#set(set))));
  }

  /** @param {SavedDiceSet} set */
  #set({ name, dice }) {
    const what = { class: "button plain", type: "button", "aria-label": say("web.my-dice.remove.set", { name }), data: { action: "remove" } };
    const remove = h("button", { ...what, on: { click: () => this.#remove(name) } }, say("web.my-dice.remove"));
    return h("details", {}, h("summary", {}, named(name)), diceTable(facesByDie(dice)), remove);
  }

  /** @param {string} name */
  async #remove(name) {
    if (await confirmed(say("web.my-dice.remove.set", { name }), say("web.my-dice.remove.why"), "remove-dice")) await this.#load(removeSet(name));
  }

  /** @param {Promise<SavedDiceSet[]>} sets */
  async #load(sets) {
    try {
      this.#sets = await sets;
      this.#trouble = "";
    } catch (error) {
      this.#trouble = messageOf(error);
    }
    if (!this.#entering) this.render();
  }
}

customElements.define("my-dice-screen", MyDiceScreen);
