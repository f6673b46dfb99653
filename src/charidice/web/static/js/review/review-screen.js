/** The review of a table's game, or of a record the user opens. */

import { get, LONG, messageOf, Offline, post, postHere, Refusal } from "../lib/api.js";
import { dieFace } from "../parts/die.js";
import { fill, h, toast } from "../lib/dom.js";
import { stepIcon } from "./icons.js";
import { withDecisions } from "./judgement.js";
import { saveButton } from "../parts/files.js";
import { recordForm } from "../parts/record-form.js";
import { Report } from "./report.js";
import { workedOutHere } from "../shell/here.js";
import { LOADING } from "../lib/loading.js";
import { go, Screen } from "../shell/router.js";
import { Stepper } from "./stepper.js";
import { seatOfReader } from "./you.js";
import { CONSTANTS } from "../lib/settings.js";
import { language, say } from "../lib/text.js";

/** @import { Review } from "./judgement.js" */

const WAITING_DICE = ["Y3", "O5", "G1", "B6", "P2", "K4"];
const STACKED = "(width < 1100px)";

class ReviewScreen extends Screen {
  /** @type {Review | null} */
  #review = null;
  #language = "";
  #record = "";
  #error = "";
  /** Whether the server was too busy for the last request. */
  #busy = false;
  /** @type {{ stepper: Stepper, report: Report } | null} */
  #parts = null;
  #asked = 0;
  /** Words about the tables that are loading. @type {HTMLElement | null} */
  #loading = null;

  get heading() {
    return "web.review.heading";
  }

  /** Whether it is a game of the history that was not played here. */
  get #isImported() {
    return this.parameter.startsWith("imported-");
  }

  entered() {
    document.addEventListener("keydown", this.#key);
    document.addEventListener(LOADING, this.#changeLoading);
    if (this.parameter) this.#ask();
  }

  left() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener(LOADING, this.#changeLoading);
    this.#asked += 1;
  }

  render() {
    this.dataset.state ??= this.parameter ? "working" : "empty";
    if (this.#review) this.#shown(this.#review);
    else if (this.dataset.state === "working") this.#working();
    else if (this.parameter) this.#failed();
    else this.#opened();
    if (this.#review && this.#language !== language()) this.#ask();
  }

  /** @param {"empty" | "working" | "failed" | "shown"} state */
  #state(state) {
    this.dataset.state = state;
    this.refresh();
  }

  /** Requests the review; the page stays as it is until the response, which is ignored if a newer request was made. */
  async #ask(busy = false) {
    const number = ++this.#asked;
    this.#busy = busy;
    this.#language = language();
    if (this.#review) this.dataset.state = "working";
    else this.#state("working");
    try {
      const update = this.parameter && !this.#isImported ? await updateOf(this.parameter) : null;
      const review = (update && (await workedOutHere(this.parameter, ({ reviewHere }) => reviewHere(update.view)))) ?? (await (this.parameter ? post("/api/reviews", { table: this.parameter }, LONG) : reviewOf(this.#record)));
      if (number !== this.#asked) return;
      this.#review = withDecisions(review, update && seatOfReader(update));
      this.#error = "";
      this.#state("shown");
    } catch (error) {
      if (number !== this.#asked) return;
      const message = messageOf(error);
      if (error instanceof Refusal && error.details.wait) {
        this.#busy = true;
        if (!this.#review) this.refresh();
        setTimeout(() => number === this.#asked && this.#ask(true), error.details.wait);
      } else if (this.#review) {
        this.dataset.state = "shown";
        toast(message);
      } else {
        this.#error = message;
        this.#state("failed");
      }
    }
  }

  #opened() {
    const open = (/** @type {string} */ record) => {
      this.#record = record;
      this.#ask();
    };
    const fail = (/** @type {string} */ record, /** @type {string} */ error) => {
      this.#record = record;
      this.#error = error;
      this.#state("failed");
    };
    const words = { intro: say("web.review.intro"), submit: say("web.review.look"), forms: say("web.review.limit", { limit: CONSTANTS.record_size }) };
    fill(this, this.#page(recordForm({ text: this.#record, error: this.#error, ...words }, open, fail)));
  }

  #working() {
    const dice = WAITING_DICE.map((face) => dieFace(face, { hidden: true }));
    fill(
      this,
      this.#page(
        h(
          "div",
          { class: "paper review-looking", role: "status" },
          h("div", { class: "looking-dice", "aria-hidden": "true" }, dice),
          h("p", {}, h("b", {}, say("web.review.working"))),
          h("p", { class: "soft review-patience" }, this.#patience),
        ),
      ),
    );
  }

  get #patience() {
    return this.#loading ?? say(this.#busy ? "web.review.busy" : "web.review.patience");
  }

  #changeLoading = (/** @type {Event} */ event) => {
    this.#loading = /** @type {CustomEvent<HTMLElement | null>} */ (event).detail;
    const place = this.querySelector(".review-patience");
    if (place) fill(place, this.#patience);
  };

  #failed() {
    fill(
      this,
      this.#page(
        h(
          "div",
          { class: "paper review-failed" },
          h("p", { class: "error", role: "alert" }, this.#error),
          h(
            "div",
            { class: "buttons" },
            h("button", { class: "button primary", type: "button", on: { click: () => this.#ask() } }, say("web.review.again")),
            this.#isImported ? null : this.#tableLink("plain"),
          ),
        ),
      ),
    );
  }

  #page = (/** @type {HTMLElement} */ content) => h("div", { class: "page review-opening" }, h("h1", {}, say("web.review.heading")), content);

  /** @param {Review} review */
  #shown(review) {
    // A link may lead to a step; otherwise the first roll instead of an empty board.
    const wanted = this.#parts ? 0 : Number(location.hash.slice(1)) || 0;
    const step = this.#parts?.stepper.step ?? 1;
    document.title = `${review.page.title} · ${say("web.title")}`;
    const stepper = new Stepper(review, (chosen) => this.#go(chosen));
    const report = new Report(review, this.#jump);
    if (review.page.players.some(({ worst_move: worst }) => worst)) report.overview.append(this.#practise(review));
    this.#parts = { stepper, report };
    const head = h("header", { class: "review-head" }, h("h1", {}, say("web.review.heading")), this.#links(review));
    const opening = h("div", { class: "review-top" }, head, report.overview);
    fill(this, h("div", { class: "review-layout" }, opening, h("div", { class: "review-side" }, stepper.element), report.element));
    if (wanted) this.#jump(wanted);
    else this.#go(step, false);
  }

  /** To the trainer, with the most costly decisions of this game. @param {Review} review */
  #practise({ you }) {
    const seat = you === null ? "" : `&seat=${you}`;
    const practise = () => go(`/trainer#game=${this.parameter}${seat}`, { state: { record: this.#record } });
    return h("button", { class: "button practise", type: "button", data: { action: "practise" }, on: { click: practise } }, say("web.review.practise"));
  }

  /** @param {Review} review */
  #links({ pledged }) {
    const another = () => {
      this.#review = this.#parts = null;
      this.#record = "";
      this.#state("empty");
    };
    const record = this.#isImported ? `/api/history/imported/${this.parameter}/record` : `/api/tables/${this.parameter}/record`;
    const save = saveButton({ words: labelled("save"), title: say("web.review.save-record"), looks: "", action: "save", path: () => record, name: "charidice.json" });
    if (this.#isImported) return h("nav", { class: "review-links", "aria-label": say("web.review.heading") }, save);
    const links = this.parameter
      ? [
          this.#tableLink(""),
          save,
          pledged && h("a", { class: "button", href: `/fair-dice/${this.parameter}` }, labelled("dice")),
        ]
      : [
          h("button", { class: "button", type: "button", on: { click: another } }, labelled("another")),
          pledged && h("a", { class: "button", href: "/fair-dice" }, labelled("dice")),
        ];
    return h("nav", { class: "review-links", "aria-label": say("web.review.heading") }, links);
  }

  #tableLink = (/** @type {string} */ kind) => h("a", { class: `button ${kind}`, href: `/table/${this.parameter}` }, labelled("table"));

  /** @param {number} step */
  #go(step, spoken = true) {
    if (!this.#parts) return;
    const { stepper, report } = this.#parts;
    stepper.show(step, spoken);
    report.show(stepper.step);
    this.dataset.step = String(stepper.step);
  }

  /** Goes to a step chosen further down the page, and scrolls the dice into view. @param {number} step */
  #jump = (step) => {
    this.#go(step);
    if (!this.#parts || !matchMedia(STACKED).matches) return;
    const { heading, element } = this.#parts.stepper;
    heading.focus({ preventScroll: true });
    element.scrollIntoView({ behavior: "smooth", block: "start" });
  };

  #key = (/** @type {KeyboardEvent} */ event) => {
    const stepper = this.#parts?.stepper;
    const move = { ArrowLeft: stepper?.previous, ArrowRight: stepper?.next }[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    move();
  };
}

/** The table of a reviewed game; null if it is gone: the review then says so. @param {string} table */
async function updateOf(table) {
  try {
    return await get(`/api/tables/${table}`);
  } catch (error) {
    messageOf(error);
    return null;
  }
}

/** Reviewed by the server, or while it is away by this device. @param {string} record */
async function reviewOf(record) {
  try {
    return await post("/api/reviews", { record }, LONG);
  } catch (error) {
    if (error instanceof Offline) return postHere("/api/reviews", { record });
    throw error;
  }
}

/** An icon and its word. @param {"table" | "save" | "dice" | "another"} name */
const labelled = (name) => [stepIcon(name), h("span", {}, say(`web.review.${name}`))];

customElements.define("review-screen", ReviewScreen);
