/** The form of a position: players, round, whose turn, totals, gifts, the 2x boxes, whole sheets, house rules and dice. */

import { withActive, withAsked, withDice, withDonated, withGift, withPlayers, withRound, withRules, withSheets, withTotal, sumsOf } from "../engine/lab/edit.js";
import { LEAST_PLAYERS, MOST_PLAYERS, MOST_ROUNDS } from "../engine/ruleset.js";
import { STANDARD_DICE } from "../engine/dice.js";
import { COLOUR_BONUS, SAME_NUMBER_BONUS } from "../engine/scoring.js";
import { isOver, mayBeAsked, recipientOf } from "../engine/state.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h, named, refill, rememberFocus } from "../lib/dom.js";
import { capital, say } from "../lib/text.js";
import { DiceChoice } from "../parts/dice-choice.js";
import { icon } from "../parts/drawings.js";
import { selectField } from "../parts/fields.js";

/** @import { Boxes } from "../engine/lab/sheets.js" */
/** @import { LabView } from "./lab-view.d.ts" */

const BONUSES = [...new Set([0, ...Object.values(COLOUR_BONUS), ...Object.values(SAME_NUMBER_BONUS)])].sort((one, other) => one - other);
const MOST_SUM = 9999;
const MOST_BOX = 999;

export class PositionForm {
  #view;
  #body = h("div", { class: "lab-form" });
  #trouble = h("p", { class: "error", role: "alert" });
  element = h("section", { class: "paper lab-position", id: "lab-position", "aria-labelledby": "lab-position-heading" });

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
    fill(this.element, h("h2", { id: "lab-position-heading", tabindex: "-1" }, say("web.lab.position")), this.#body, this.#trouble);
  }

  /** Fields that are as they were stay, with all that is typed there. @param {boolean} [isWhole] whether what is typed gives way */
  update(isWhole = false) {
    const restore = rememberFocus(".lab-position");
    const { state } = this.#view;
    fill(this.#trouble);
    (isWhole ? fill : refill)(this.#body, this.#round(), this.#seats(), this.#asked(), h("div", { class: "buttons lab-form-buttons" },
      state.sheets.length < MOST_PLAYERS ? this.#button("add", "plus", () => this.#do((position) => withPlayers(position, state.sheets.length + 1))) : null,
      state.sheets.length > LEAST_PLAYERS ? this.#button("remove", null, () => this.#do((position) => withPlayers(position, state.sheets.length - 1))) : null,
      this.#button("sheets", null, () => this.#openSheets()),
      this.#button("rules", null, () => this.#openRules())));
    restore();
  }

  /** @param {number} seat */
  focus(seat) {
    this.element.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null} */ (this.element.querySelector(`#lab-total-${seat}`))?.focus();
  }

  /** @param {(position: string) => string} edit */
  async #do(edit) {
    await this.#view.change(edit);
  }

  /** @param {string} action @param {Parameters<typeof icon>[0] | null} drawing @param {() => void} click */
  #button = (action, drawing, click) => h("button", { id: `lab-${action}`, class: "button plain", type: "button", data: { action }, on: { click } }, drawing && icon(drawing), say(`web.lab.${action}`));

  #round() {
    const { state } = this.#view;
    const { rounds } = state.setup.ruleset;
    const values = Array.from({ length: rounds }, (_, index) => String(index + 1));
    const chosen = String(Math.min(state.round, rounds));
    return h("div", { class: "lab-round" },
      h("label", { class: "lab-round-label", for: "lab-round" }, say("web.lab.round")),
      isOver(state) ? h("span", {}, say("web.lab.over")) : null,
      selectField({ id: "lab-round", name: "round", values, chosen, text: (round) => say("web.lab.round.of", { round, rounds }), changed: (round) => this.#do((position) => withRound(position, Number(round))) }));
  }

  #seats() {
    const { state, names } = this.#view;
    const sums = sumsOf(state);
    const head = (/** @type {string} */ words) => h("th", { class: "lab-seat-col", scope: "col" }, words);
    const over = isOver(state);
    // Nobody can have asked before there was a gift, but for this turn's.
    const mayBeSpent = state.sheets.map(({ received, hasGift }) => received.length > 0 || !hasGift);
    return h("table", { class: "lab-seats-table" },
      h("caption", { class: "unseen" }, say("web.lab.position.caption")),
      h("thead", {}, h("tr", {}, head(say("web.lab.turn-of")), head(capital(say("box.total"))), head(capital(say("box.given"))), head(say("box.gift")))),
      h("tbody", {}, sums.map(({ total, donated, hasGift }, seat) => h("tr", { class: seat === state.active && !over ? "active" : "" },
        h("th", { class: "lab-seat-head", scope: "row" }, h("label", { class: "choice" },
          h("input", { id: `lab-active-${seat}`, type: "radio", name: "lab-active", checked: seat === state.active && !over, "aria-label": say("web.lab.turn-of.seat", { name: names[seat] }), on: { change: () => this.#do((position) => withActive(position, seat)) } }), named(names[seat]))),
        h("td", { class: "lab-seat-cell" }, this.#number(`lab-total-${seat}`, say("web.lab.total-of", { name: names[seat] }), total, (value) => (position) => withTotal(position, seat, value))),
        h("td", { class: "lab-seat-cell" }, this.#number(`lab-given-${seat}`, say("web.lab.given-of", { name: names[seat] }), donated, (value) => (position) => withDonated(position, seat, value))),
        h("td", { class: "lab-seat-cell" }, h("input", { id: `lab-gift-${seat}`, type: "checkbox", checked: hasGift, "aria-label": say("web.lab.gift-of", { name: names[seat] }), disabled: !mayBeSpent[seat], on: { change: ({ currentTarget }) => this.#do((position) => withGift(position, seat, currentTarget.checked)) } }))))));
  }

  /** @param {string} id @param {string} label @param {number} value @param {(value: number) => (position: string) => string} edit */
  #number(id, label, value, edit) {
    return h("input", { id, class: "lab-number", type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: 4, value, "aria-label": label, autocomplete: "off",
      on: {
        focus: ({ currentTarget }) => /** @type {HTMLInputElement} */ (currentTarget).select(),
        change: ({ currentTarget }) => this.#entered(currentTarget, edit),
        keydown: (event) => this.#step(event, event.currentTarget, edit),
      } });
  }

  /** Arrow keys count up and down, as in a field of numbers. @param {KeyboardEvent} event @param {HTMLInputElement} field @param {(value: number) => (position: string) => string} edit */
  #step(event, field, edit) {
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!step) return;
    event.preventDefault();
    field.value = String(Math.max(Number(field.value) + step, 0));
    this.#entered(field, edit);
  }

  /** @param {HTMLInputElement} field @param {(value: number) => (position: string) => string} edit */
  async #entered(field, edit) {
    const value = /^[0-9]{1,4}$/.test(field.value.trim()) ? Number(field.value) : NaN;
    try {
      const next = edit(Number.isNaN(value) ? MOST_SUM : value)(this.#view.position);
      field.removeAttribute("aria-invalid");
      await this.#do(() => next);
    } catch (error) {
      field.setAttribute("aria-invalid", "true");
      fill(this.#trouble, await this.#view.inWords(error));
    }
  }

  /** Whether the recipient has asked in this turn. */
  #asked() {
    const { state, names } = this.#view;
    const { asked } = state.turn;
    if (isOver(state) || (!asked && !mayBeAsked(state))) return null;
    const box = h("input", { id: "lab-asked", type: "checkbox", role: "switch", checked: asked, on: { change: ({ currentTarget }) => this.#do((position) => withAsked(position, currentTarget.checked)) } });
    return h("label", { class: "choice lab-asked" }, box, h("span", {}, say("web.lab.asked", { name: names[recipientOf(state)] })));
  }

  #openRules() {
    const { state } = this.#view;
    const { ruleset, diceSet } = state.setup;
    const toggle = (/** @type {"freeGiving" | "lateAsking"} */ name, /** @type {string} */ key) => h("div", {},
      h("label", { class: "choice" }, h("input", { id: `lab-${key}`, type: "checkbox", role: "switch", checked: ruleset[name], "aria-describedby": `lab-${key}-why`, on: { change: ({ currentTarget }) => this.#do((position) => withRules(position, { [name]: currentTarget.checked })) } }), say(`web.new.${key}`)),
      h("p", { id: `lab-${key}-why`, class: "soft" }, say(`web.new.${key}.why`)));
    const rounds = Array.from({ length: MOST_ROUNDS }, (_, index) => String(index + 1));
    const layout = String(diceSet) === String(STANDARD_DICE) ? null : String(diceSet);
    return openDialog(say("web.lab.rules.title"), () => h("div", { class: "lab-rules" },
      h("label", { class: "field" }, h("span", {}, say("web.new.rounds")), selectField({ id: "lab-rounds", name: "rounds", values: rounds, chosen: String(ruleset.rounds), text: String, changed: (value) => this.#do((position) => withRules(position, { rounds: Number(value) })) })),
      toggle("freeGiving", "free-giving"), toggle("lateAsking", "late-asking"),
      new DiceChoice(layout, (chosen) => this.#do((position) => withDice(position, chosen ?? String(STANDARD_DICE))))));
  }

  /** Every box of every sheet; the boxes of gifts received follow from those given. */
  #openSheets() {
    const { state, names } = this.#view;
    const { rounds } = state.setup.ruleset;
    const trouble = h("p", { class: "error", role: "alert" });
    /** @type {HTMLInputElement[][][]} */
    const fields = [];
    const tables = sumsOf(state).map(({ turns, hasGift }, seat) => {
      fields[seat] = [];
      const rows = Array.from({ length: rounds }, (_, index) => {
        const boxes = turns[index];
        const cells = ["points", "bonus", "given"].map((box, at) => h("input", { class: "lab-box", type: "text", inputmode: "numeric", maxlength: 3, value: boxes ? boxes[at] : "", "aria-label": say("web.lab.sheets.box", { name: names[seat], round: index + 1, box: say(`box.${box}`) }) }));
        fields[seat].push(cells);
        return h("tr", {}, h("th", { scope: "row" }, String(index + 1)), cells.map((cell) => h("td", {}, cell)));
      });
      const gift = h("input", { id: `lab-sheet-gift-${seat}`, type: "checkbox", checked: hasGift });
      return { gift, table: h("table", { class: "lab-sheet" }, h("caption", {}, named(names[seat])),
        h("thead", {}, h("tr", {}, h("td"), ["points", "bonus", "given"].map((box) => h("th", { scope: "col" }, capital(say(`box.${box}`)))))), h("tbody", {}, rows)) };
    });
    return openDialog(say("web.lab.sheets.title"), (close) => {
      const submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const next = withSheets(this.#view.position, fields.map((rows, seat) => ({ turns: readRows(rows), hasGift: tables[seat].gift.checked })));
          close();
          await this.#do(() => next);
        } catch (error) {
          fill(trouble, await this.#view.inWords(error));
        }
      };
      return h("form", { class: "lab-sheets", on: { submit } }, h("p", { class: "soft" }, say("web.lab.sheets.why", { bonuses: BONUSES.join(", ") })),
        h("div", { class: "lab-sheets-row" }, tables.map(({ table, gift }, seat) => h("div", {}, table, h("label", { class: "choice" }, gift, say("web.lab.gift-of", { name: names[seat] }))))),
        trouble, h("div", { class: "buttons" }, h("button", { class: "button primary", type: "submit" }, say("web.lab.sheets.done"))));
    });
  }
}

/** The rows that are written; the first empty one ends them. @param {HTMLInputElement[][]} rows @returns {Boxes[]} */
function readRows(rows) {
  const end = rows.findIndex((cells) => cells.every(({ value }) => !value.trim()));
  const written = rows.slice(0, end < 0 ? rows.length : end);
  return written.map((cells) => /** @type {[number, number, number]} */ (cells.map(({ value }) => (/^[0-9]{1,3}$/.test(value.trim()) ? Number(value) : value.trim() ? MOST_BOX : 0))));
}
