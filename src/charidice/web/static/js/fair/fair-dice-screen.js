/** How the dice are made, and a check of any finished game that this browser does all by itself. */

import { get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { fairStory } from "./pictures.js";
import { LIMIT, recordForm } from "../parts/record-form.js";
import { Screen } from "../shell/router.js";
import { promiseOf } from "../lib/settings.js";
import { say } from "../lib/text.js";
import { fairVerdict } from "./verdict.js";
import { verify } from "./verifier.js";

const RECIPE = ["seal", "key", "roll", "die", "again"];

class FairDiceScreen extends Screen {
  /** @type {{result: any, record: any, promise: any} | null} */
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
        h("header", { class: "fair-head" }, h("h1", {}, say("web.fair")), h("p", {}, say("web.fair.lead"))),
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
      this.#take(await get(`/api/tables/${this.parameter}/record`), promiseOf(this.parameter));
    } catch (problem) {
      this.#problem = problem.message;
    }
    this.#isLoading = false;
    this.#showVerdict();
  }

  /** Checks a record; what this browser saw of the game before it began must be in there. */
  #take(record, promise = null) {
    let result = verify(record);
    const isPublished = result.ok || result.rolls.length > 0;
    if (promise && isPublished && promise.commitment !== record.pledge.commitment) {
      result = { ok: false, code: "commitment-changed", values: {}, rolls: result.rolls };
    } else if (promise?.words && isPublished && !record.pledge.entropy.includes(promise.words)) {
      result = { ok: false, code: "words-missing", values: {}, rolls: result.rolls };
    }
    this.#problem = "";
    this.#checked = { result, record, promise };
  }

  #takeText(text) {
    let record;
    try {
      record = JSON.parse(text);
    } catch {
      return this.#refuse("not-json");
    }
    this.#take(record);
    this.#arrive();
  }

  #refuse(code) {
    this.#checked = { result: { ok: false, code, values: {}, rolls: [] }, record: null, promise: null };
    this.#arrive();
  }

  #arrive() {
    this.#showVerdict();
    this.#verdict.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }

  #outcome() {
    if (this.#isLoading) return h("p", { class: "paper", role: "status" }, say("web.fair.loading"));
    if (this.#problem) return h("p", { class: "paper error", role: "alert", data: { verdict: "unknown" } }, this.#problem);
    return this.#checked && fairVerdict(this.#checked.result, this.#checked.record, this.#checked.promise);
  }

  #showVerdict() {
    fill(this.#verdict, this.#outcome());
  }

  /** The form for a file or for pasted text; nothing of it is sent anywhere. */
  #check() {
    const words = { intro: say("web.fair.check.how"), submit: say("web.fair.check-text"), forms: say("web.fair.limit", { limit: LIMIT }) };
    const form = recordForm(
      { text: this.#pasted, error: this.#mistake, ...words },
      (text) => this.#given(text, "", () => this.#takeText(text)),
      (text, message) => this.#given(text, message, () => {}),
    );
    form.prepend(h("h2", {}, say("web.fair.check")));
    return form;
  }

  /** What was given stays in the form, with what was wrong with it. */
  #given(text, mistake, then) {
    this.#pasted = text;
    this.#mistake = mistake;
    this.render();
    then();
  }

  /** The recipe to the last byte, for whoever wants to write a check of their own. */
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
