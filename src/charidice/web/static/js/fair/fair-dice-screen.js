/** Explains the fair dice, and verifies any finished game entirely in the browser. */

import { get, messageOf, Offline } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { fairStory } from "./pictures.js";
import { recordForm } from "../parts/record-form.js";
import { Screen } from "../shell/router.js";
import { CONSTANTS, promiseOf } from "../lib/settings.js";
import { fetchTextsHere, say } from "../lib/text.js";
import { brokenPromise } from "./promise.js";
import { fairVerdict } from "./verdict.js";
import { verify } from "./verifier.js";

/** @import { Kept } from "../types.d.ts" */
/** @import { RecordView } from "../wire.d.ts" */
/** @import { Doubtful, Fair } from "./verifier.js" */

const RECIPE = ["seal", "words", "key", "roll", "die", "again"];

/** @param {string} code @param {Doubtful["rolls"]} rolls @returns {Doubtful} */
const doubt = (code, rolls) => ({ ok: false, code, values: {}, rolls });

class FairDiceScreen extends Screen {
  /** @type {[Fair | Doubtful, RecordView | null, Kept | null] | null} */
  #checked = null;
  #problem = "";
  #isLoading = false;
  #pasted = "";
  #mistake = "";
  #verdict = h("div", { class: "fair-result" });

  get heading() {
    return "web.fair";
  }

  render() {
    const story = h("section", { class: "paper fair-how" }, h("h2", {}, say("web.fair.how")), fairStory(), this.#recipe());
    const check = this.#check();
    this.replaceChildren(
      h(
        "div",
        { class: "page fair-page" },
        h("header", { class: "fair-head" }, h("h1", {}, say("web.fair")), h("p", {}, say("web.fair.lead")), h("p", {}, say("web.fair.operator"))),
        this.parameter ? [this.#verdict, story, check] : [story, check, this.#verdict],
      ),
    );
    this.#showVerdict();
  }

  async entered() {
    if (!this.parameter) return;
    this.#isLoading = true;
    this.#showVerdict();
    try {
      await this.#take(await get(`/api/tables/${this.parameter}/record`), promiseOf(this.parameter));
    } catch (problem) {
      this.#problem = messageOf(problem);
    }
    this.#isLoading = false;
    this.#showVerdict();
  }

  /**
   * Verifies a record; it must match the commitments and words this browser stored before the game.
   * @param {RecordView} record @param {Kept | null} promise
   */
  async #take(record, promise = null) {
    let result = verify(record);
    if (result.ok && result.begins) await fetchTextsHere().catch(() => Promise.reject(new Offline()));
    const { rolls } = result;
    const pledge = result.ok || rolls.length ? record.pledge : null;
    const broken = promise && pledge && brokenPromise(promise, pledge);
    if (broken) result = { ...doubt(broken, rolls), words: result.ok && broken === "words-missing" ? result.words : undefined };
    this.#problem = "";
    this.#checked = [result, record, promise];
  }

  /** @param {string} text */
  async #takeText(text) {
    try {
      await this.#take(JSON.parse(text));
    } catch (problem) {
      if (problem instanceof SyntaxError) this.#checked = [doubt("not-json", []), null, null];
      else this.#problem = messageOf(problem);
    }
    this.#showVerdict();
    this.#verdict.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }

  #outcome() {
    if (this.#isLoading) return h("p", { class: "paper", role: "status" }, say("web.fair.loading"));
    if (this.#problem) return h("p", { class: "paper error", role: "alert", data: { verdict: "unknown" } }, this.#problem);
    if (!this.#checked) return null;
    const [result] = this.#checked;
    return fairVerdict(...this.#checked, result.ok && result.begins ? say("verify.begins-at", { round: result.begins.round }) : "");
  }

  #showVerdict() {
    fill(this.#verdict, this.#outcome());
  }

  /** The form for a file or pasted text; nothing is sent to the server. */
  #check() {
    const words = { intro: say("web.fair.check.how"), submit: say("web.fair.check-text"), forms: say("web.fair.limit", { limit: CONSTANTS.record_size }) };
    const form = recordForm(
      { text: this.#pasted, error: this.#mistake, ...words },
      (text) => this.#given(text, "", () => this.#takeText(text)),
      (text, message) => this.#given(text, message, () => {}),
    );
    form.prepend(h("h2", {}, say("web.fair.check")));
    return form;
  }

  /** Keeps the input in the form, with its error. @param {string} text @param {string} mistake @param {() => void} then */
  #given(text, mistake, then) {
    this.#pasted = text;
    this.#mistake = mistake;
    this.render();
    then();
  }

  /** The exact algorithm, for anybody who wants to write their own verifier. */
  #recipe() {
    return h(
      "details",
      { class: "fair-recipe" },
      h("summary", {}, say("web.fair.recipe")),
      h("ol", {}, RECIPE.map((part) => h("li", {}, say(`web.fair.recipe.${part}`)))),
    );
  }
}

customElements.define("fair-dice-screen", FairDiceScreen);
