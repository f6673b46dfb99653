/** The lab: any position, and all about it. */

import { NotHere, thinker } from "../device/thinker.js";
import { sentence } from "../device/refusals.js";
import { RandomDice } from "../engine/chance.js";
import { Refused } from "../engine/errors.js";
import { withRolls } from "../engine/lab/edit.js";
import { roll } from "../engine/moves.js";
import { readMove, writeMove } from "../engine/record/movetext.js";
import { readPosition, writePosition } from "../engine/record/position.js";
import { ROLLS } from "../engine/ruleset.js";
import { isOver, newGame, withTurn } from "../engine/state.js";
import { GameNode } from "../engine/strict.js";
import { address, path } from "../lib/address.js";
import { announce } from "../lib/announcer.js";
import { Unreachable } from "../lib/api.js";
import { fill, h, toast } from "../lib/dom.js";
import { capital, fetchTextsHere, join, say } from "../lib/text.js";
import { setBarCentre } from "../shell/bar.js";
import { Screen } from "../shell/router.js";
import { addressOf, readHash, VICTORY } from "./address.js";
import { Felt, SeatChips } from "./felt.js";
import { Kindness } from "./kindness.js";
import { Moves, Values } from "./moves.js";
import { moveText, valueText } from "./words.js";
import { Objectives } from "./objectives.js";
import { PositionForm } from "./position-form.js";
import { Sending } from "./sending.js";
import { Strip } from "./strip.js";
import { Turn } from "./turn.js";
import { Variations } from "./variations.js";

/** @import { LabAnswer } from "../engine/lab/types.d.ts" */
/** @import { GameState } from "../engine/state.js" */
/** @import { LabView } from "./lab-view.d.ts" */

/** How many answers are kept, for going back and forth. */
const MOST_ANSWERS = 50;
/** @type {Map<string, LabAnswer>} */
const known = new Map();

/** @implements {LabView} */
class LabScreen extends Screen {
  /** @type {GameState} */
  state = newGame(2);
  position = "";
  objective = VICTORY;
  /** @type {string[]} */
  #called = [];
  /** Why the address is no position. @type {unknown} */
  #trouble = null;
  #asked = 0;
  #dragging = false;
  /** @type {ReturnType<LabScreen["build"]> | null} */
  #parts = null;

  get heading() {
    return "web.lab.title";
  }

  /** Whether it is part of another page. */
  get #isEmbedded() {
    return this.parameter === "embed";
  }

  /** From a frame to the whole lab. */
  #wayOut = h("a", { class: "button", target: "_blank", rel: "noopener" }, say("web.lab.embed.open"));

  /** Those of the game that it was opened from, else numbers. */
  get names() {
    return this.state.sheets.map((_, seat) => this.#called[seat] ?? capital(say("player.number", { number: seat + 1 })));
  }

  connectedCallback() {
    this.#read();
    document.body.toggleAttribute("data-embedded", this.#isEmbedded);
    super.connectedCallback();
  }

  entered() {
    // Before the router, which would begin anew.
    addEventListener("popstate", this.#gone, { capture: true });
  }

  left() {
    removeEventListener("popstate", this.#gone, { capture: true });
    document.body.removeAttribute("data-embedded");
    this.#asked += 1;
    thinker.labRest();
  }

  #gone = (/** @type {Event} */ event) => {
    if (!/^(\/embed)?\/lab$/.test(path())) return;
    event.stopImmediatePropagation();
    this.#dragging = false;
    const wasTrouble = this.#trouble;
    this.#read();
    if (wasTrouble || this.#trouble) this.render();
    else this.#show();
  };

  /** Reads the address; without a position, there is a new game with its first roll. */
  #read() {
    this.#trouble = null;
    this.#called = Array.isArray(history.state?.names) ? history.state.names.map(String) : [];
    try {
      const found = readHash(location.hash);
      this.objective = found?.objective ?? VICTORY;
      this.state = found?.state ?? withTurn(newGame(2), { rolls: 1, numbers: this.#roll(0) });
      this.position = writePosition(this.state);
      if (!found) this.#write(true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#trouble = error;
    }
  }

  /** @param {boolean} isReplaced */
  #write(isReplaced) {
    const to = address(`${this.#isEmbedded ? "/embed" : ""}${addressOf(this.position, this.objective)}`);
    // Each step of a frame would be one of the page around it.
    history[isReplaced || this.#isEmbedded ? "replaceState" : "pushState"](this.#called.length ? { names: this.#called } : null, "", to);
  }

  render() {
    setBarCentre(h("span", { class: "lab-bar-title" }, say("web.lab.title")));
    if (this.#trouble) {
      this.#parts = null;
      this.#sayTrouble();
      return;
    }
    this.#parts = this.build();
    this.#show();
  }

  build() {
    const felt = new Felt(this);
    const chips = new SeatChips(this);
    const values = new Values(this);
    const moves = new Moves(this, (move) => this.#play(move), (move) => felt.update(move));
    const strip = new Strip(this, () => this.#askStrip());
    const kindness = new Kindness(this);
    const turn = new Turn(this);
    const objectives = new Objectives(this);
    const form = new PositionForm(this);
    const sending = new Sending(this);
    const variations = new Variations(this);
    const trouble = h("p", { class: "error lab-trouble", role: "alert" });
    fill(this, h("div", { class: "lab" },
      h("h1", { class: "unseen" }, say("web.lab.title")),
      h("div", { class: "lab-top" }, chips.element, felt.element, values.element, trouble),
      h("div", { class: "lab-right" }, moves.element, this.#isEmbedded ? this.#wayOut : sending.element),
      h("div", { class: "lab-middle" }, strip.element, kindness.element, this.#isEmbedded ? null : variations.element),
      h("div", { class: "lab-left" }, form.element, objectives.element, turn.element)));
    return { felt, chips, values, moves, strip, kindness, turn, objectives, form, sending, variations, trouble };
  }

  /** Another position or objective: what is known of it, or nothing until it is. */
  #show(spoken = false) {
    const parts = this.#parts;
    if (!parts) return;
    parts.moves.forget();
    parts.chips.update();
    parts.form.update();
    parts.objectives.update();
    parts.sending.update();
    parts.variations.update();
    this.#wayOut.setAttribute("href", address(addressOf(this.position, this.objective)));
    fill(parts.trouble);
    if (!parts.strip.follows(this.position)) parts.strip.clear();
    const answer = known.get(this.#key);
    if (answer) this.#answered(answer, spoken);
    else {
      this.dataset.state = "working";
      parts.felt.update(null);
      this.#ask(spoken);
    }
  }

  get #key() {
    return `${this.position} ${this.objective}`;
  }

  async #ask(spoken = false) {
    const number = (this.#asked += 1);
    try {
      const answer = await thinker.lab(this.position, this.objective);
      if (!answer) return;
      remember(`${answer.position} ${answer.objective}`, answer);
      if (number === this.#asked) this.#answered(answer, spoken);
    } catch (error) {
      if (number === this.#asked) this.#failed(error);
    }
  }

  /** @param {LabAnswer} answer @param {boolean} spoken */
  #answered(answer, spoken) {
    const parts = this.#parts;
    if (!parts) return;
    this.#asked += 1;
    parts.values.update(answer);
    parts.moves.update(answer);
    parts.kindness.update(answer);
    parts.turn.update(answer);
    parts.sending.answered(answer);
    this.dataset.state = "shown";
    this.dataset.position = answer.position;
    if (spoken) announce(this.#summary(answer));
    if (!this.#dragging && !this.#isEmbedded) parts.variations.visited(answer.position);
    if (!parts.strip.follows(this.position)) this.#askStrip();
  }

  async #askStrip() {
    const parts = this.#parts;
    if (!parts) return;
    const { position, objective } = this;
    const isWanted = () => this.#parts === parts && this.position === position && this.objective === objective;
    parts.strip.clear();
    if (isOver(this.state)) return parts.strip.hide();
    try {
      const strip = await thinker.labStrip(position, objective, parts.strip.quantity, (part) => isWanted() && parts.strip.show(part));
      if (strip && isWanted()) parts.strip.show(strip);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof NotHere)) throw error;
      parts.strip.hide();
    }
  }

  /** @param {unknown} error */
  async #failed(error) {
    const words = await this.inWords(error);
    if (!this.#parts) return;
    this.dataset.state = "failed";
    const again = h("button", { class: "button", type: "button", on: { click: () => this.#show() } }, say("web.lab.again"));
    fill(this.#parts.trouble, words, " ", error instanceof NotHere ? again : null);
  }

  async #sayTrouble() {
    this.dataset.state = "bad";
    const trouble = this.#trouble;
    const words = await this.inWords(trouble);
    if (this.#trouble !== trouble) return;
    fill(this, h("div", { class: "page lab-bad" }, h("h1", {}, say("web.lab.title")), h("div", { class: "paper" }, h("p", { class: "error", role: "alert" }, say("web.lab.bad", { reason: words })),
      h("div", { class: "buttons" }, h("a", { class: "button primary", href: `${this.#isEmbedded ? "/embed" : ""}/lab`, data: { action: "fresh" } }, say("web.lab.fresh"))))));
  }

  /** @param {unknown} error */
  async inWords(error) {
    if (error instanceof NotHere || error instanceof Unreachable) return say("web.lab.away");
    if (!(error instanceof Refused)) throw error;
    await fetchTextsHere();
    return sentence(error, this.names.map((name) => ({ name, bot: null })));
  }

  /** What a voice says of an answer. @param {LabAnswer} answer */
  #summary({ values, unit, moves, active }) {
    const shares = join(values.map((value, seat) => `${this.names[seat]} ${valueText(value, unit)}`));
    if (!this.state.turn.rolls || !moves.length) return shares;
    return say("web.lab.said", { shares, name: this.names[active], move: moveText(moves[0], this.state) });
  }

  /** @param {(position: string) => string} edit */
  async change(edit, { dragged = false } = {}) {
    let next;
    try {
      next = edit(this.position);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(await this.inWords(error));
      this.#parts?.form.update(true);
      this.#parts?.felt.reset();
      return;
    }
    if (next === this.position) return;
    this.position = next;
    this.state = readPosition(next);
    this.#write(dragged && this.#dragging);
    this.#dragging = dragged;
    this.#show(true);
  }

  settle() {
    if (this.#dragging && this.dataset.state === "shown") this.#parts?.variations.visited(this.position);
    this.#dragging = false;
  }

  /** @param {string} objective */
  pursue(objective) {
    if (objective === this.objective) return;
    this.objective = objective;
    this.#dragging = false;
    this.#write(false);
    this.#parts?.strip.clear();
    this.#show(true);
  }

  rollAll() {
    const { rolls } = this.state.turn;
    this.#step("roll", (position) => withRolls(position, rolls || 1, this.#roll(0)), !rolls);
  }

  /** @param {number} keep */
  rollOthers(keep) {
    const { rolls } = this.state.turn;
    const move = writeMove(roll(keep), this.state);
    this.#step(move, (position) => withRolls(position, Math.min(rolls + 1, ROLLS), this.#roll(keep)), rolls < ROLLS);
  }

  /** @param {number} keep the dice that stay as they are */
  #roll(keep) {
    return chance.roll(this.state, keep);
  }

  /** Plays a move; a roll is rolled here, and a score leads to the turn of the next seat. @param {string} move */
  #play(move) {
    this.#step(move, (position) => writePosition(new GameNode(readPosition(position), false).play(readMove(move, this.state), chance).state));
  }

  /** A step of the game, which goes into the tree unless it is another try of a roll. @param {string} move @param {(position: string) => string} edit @param {boolean} [isNext] */
  #step(move, edit, isNext = true) {
    this.change((from) => {
      const to = edit(from);
      if (isNext && !this.#isEmbedded) this.#parts?.variations.played(from, to, move);
      return to;
    });
  }

  /** @param {number} seat */
  openPosition(seat) {
    this.#parts?.form.focus(seat);
  }
}

const chance = new RandomDice(Math.random);

/** @param {string} key @param {LabAnswer} answer */
function remember(key, answer) {
  known.delete(key);
  known.set(key, answer);
  if (known.size > MOST_ANSWERS) known.delete(String(known.keys().next().value));
}

customElements.define("lab-screen", LabScreen);
