/** The dice of the lab: tap one to turn it, type its number, or roll; the chosen move lights them. */

import { ALL_DICE, areSixNumbers, readFaces } from "../engine/dice.js";
import { Refused } from "../engine/errors.js";
import { sumsOf, withFace, withNumbers, withRolls } from "../engine/lab/edit.js";
import { ROLLS } from "../engine/ruleset.js";
import { isOver } from "../engine/state.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h, named, refill } from "../lib/dom.js";
import { faceWords, say } from "../lib/text.js";
import { blankDie, dieFace } from "../parts/die.js";
import { icon } from "../parts/drawings.js";
import { lookOf } from "./words.js";

/** @import { GameState } from "../engine/state.js" */
/** @import { LabMove } from "../engine/lab/types.d.ts" */
/** @import { LabView } from "./lab-view.d.ts" */

/** How the arrow keys go from die to die. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
/** How they turn a die, as far as plus and minus do. @type {Record<string, number>} */
const TURNS = { ArrowUp: 1, ArrowDown: -1, "+": 1, "-": -1 };

export class Felt {
  #view;
  #rolls = h("div", { class: "lab-rolls" });
  #dice = h("div", { class: "lab-dice", role: "group" });
  #actions = h("div", { class: "lab-dice-actions" });
  /** @type {HTMLButtonElement[]} */
  #buttons;
  element = h("section", { class: "lab-felt" }, this.#rolls, this.#actions, this.#dice);

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
    this.element.setAttribute("aria-label", say("web.lab.dice"));
    this.#dice.setAttribute("aria-label", say("web.lab.dice.how"));
    this.#buttons = ALL_DICE.map((die) => h("button", { class: "lab-die", type: "button", id: `lab-die-${die}`, data: { die }, on: { click: () => this.#turn(die, 1), keydown: (event) => this.#key(event, die) } }));
    fill(this.#dice, this.#buttons);
  }

  /** What was pressed is not so. */
  reset() {
    fill(this.#rolls);
    this.update(null);
  }

  /** @param {LabMove | null} lit the move that is shown on the dice */
  update(lit) {
    const { state } = this.#view;
    const { turn, setup } = state;
    const over = isOver(state);
    this.element.dataset.rolls = String(turn.rolls);
    if (turn.rolls) this.#last = turn.numbers;
    refill(this.#rolls, this.#rollChoice(state));
    for (const [die, button] of this.#buttons.entries()) {
      const face = turn.rolls ? setup.diceSet.face(die, turn.numbers[die]) : null;
      const look = face && lit ? lookOf(lit, die) : "";
      button.dataset.look = look;
      button.toggleAttribute("disabled", over);
      const words = face ? faceWords(face) : say("web.lab.dice.blank");
      button.setAttribute("aria-label", say("web.lab.die", { number: die + 1, face: look ? `${words}, ${say(`web.lab.look.${look}`)}` : words }));
      refill(button, face ? dieFace(face, { hidden: true }) : blankDie(), look ? h("span", { class: "lab-look", "aria-hidden": "true" }, say(`web.lab.look.${look}`)) : null);
    }
    refill(this.#actions, over ? h("p", {}, say("web.lab.over")) : this.#buttonsFor(state, lit));
  }

  /** Radio buttons, since a phone has room for the numbers alone. @param {GameState} state */
  #rollChoice(state) {
    const chosen = isOver(state) ? -1 : state.turn.rolls;
    const segment = (/** @type {number} */ rolls) => {
      const words = rolls ? say("web.lab.roll", { number: rolls }) : say("web.lab.rolls.none");
      const radio = h("input", { id: `lab-rolls-${rolls}`, type: "radio", name: "lab-rolls", value: rolls, checked: rolls === chosen, disabled: isOver(state), "aria-label": words, on: { change: () => this.#view.change((position) => withRolls(position, rolls, this.#last)) } });
      return h("label", {}, radio, h("span", { class: "lab-roll-words", "aria-hidden": "true" }, h("span", { class: "lab-wide" }, words), h("span", { class: "lab-narrow" }, String(rolls))));
    };
    return h("fieldset", { class: "segments" }, h("legend", {}, say("web.lab.rolls")), Array.from({ length: ROLLS + 1 }, (_, rolls) => segment(rolls)));
  }

  /** The numbers of the dice, also while none lie there. @type {readonly number[] | undefined} */
  #last;

  /** @param {GameState} state @param {LabMove | null} lit */
  #buttonsFor(state, lit) {
    const { rolls } = state.turn;
    const keeps = lit?.type === "roll" && rolls > 0 && lit.dice > 0;
    const button = (/** @type {string} */ action, /** @type {string} */ key, /** @type {() => void} */ click, /** @type {Parameters<typeof icon>[0]} */ drawing) =>
      h("button", { id: `lab-${action}`, class: "button", type: "button", title: say(key), data: { action }, on: { click } }, icon(drawing), h("span", { class: "lab-action-words" }, say(key)));
    return [
      keeps ? button("roll-others", "web.lab.roll-others", () => this.#view.rollOthers(lit.dice), "dice") : button("roll", "web.lab.roll-all", () => this.#view.rollAll(), "dice"),
      button("type", "web.lab.type", () => this.#type(), "pad"),
    ];
  }

  /** @param {number} die @param {number} step */
  #turn(die, step) {
    const { turn } = this.#view.state;
    // A first press on dice that do not lie there yet puts them there.
    if (turn.rolls) this.#set(die, ((turn.numbers[die] + step + 5) % 6) + 1);
    else this.#view.change((position) => withRolls(position, 1, this.#last));
  }

  /** @param {number} die @param {number} number */
  #set(die, number) {
    this.#view.change((position) => withFace(position, die, number));
  }

  /** @param {KeyboardEvent} event @param {number} die */
  #key(event, die) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = this.#buttons[die + (STEPS[key] ?? 1)];
    if (/^[1-6]$/.test(key)) this.#set(die, Number(key));
    else if (TURNS[key]) this.#turn(die, TURNS[key]);
    else if (!STEPS[key]) return;
    event.preventDefault();
    // A typed number goes on to the next die.
    if (!TURNS[key]) next?.focus();
  }

  /** All six at once, as numbers of the dice in their order or as faces. */
  #type() {
    const { state } = this.#view;
    const { diceSet } = state.setup;
    const shown = state.turn.rolls ? diceSet.faces(state.turn.numbers).join(" ") : "";
    const field = h("input", { id: "lab-typed", name: "faces", value: shown, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 60, "aria-describedby": "lab-typed-why", autofocus: true });
    const trouble = h("p", { class: "error", role: "alert" });
    return openDialog(say("web.lab.type.title"), (close) => {
      const submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const numbers = readNumbers(field.value, (faces) => diceSet.numbers(faces));
          close();
          this.#view.change((position) => withNumbers(position, numbers));
        } catch (error) {
          fill(trouble, await this.#view.inWords(error));
        }
      };
      return h("form", { class: "lab-typing", on: { submit } },
        h("label", { class: "field" }, h("span", {}, say("web.lab.type.label")), field),
        h("p", { id: "lab-typed-why", class: "soft" }, say("web.lab.type.why")), trouble,
        h("div", { class: "buttons" }, h("button", { class: "button primary", type: "submit" }, say("web.lab.type.done"))));
    });
  }
}

/** @param {string} text @param {(faces: string[]) => readonly number[]} numbersOf @returns {readonly number[]} */
function readNumbers(text, numbersOf) {
  const digits = text.replaceAll(/[\s,]/g, "");
  if (/^[0-9]*$/.test(digits)) {
    const numbers = [...digits].map(Number);
    if (!areSixNumbers(numbers)) throw new Refused("not-six-numbers");
    return numbers;
  }
  return numbersOf(readFaces(text));
}

/** The seats as chips, with whose turn it is: on a phone, where the form is further down. */
export class SeatChips {
  #view;
  element = h("div", { class: "lab-seats" });

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
  }

  update() {
    const { state, names } = this.#view;
    refill(this.element, sumsOf(state).map(({ total, donated, hasGift }, seat) => {
      const active = seat === state.active && !isOver(state);
      const words = [say("web.lab.chip", { name: names[seat], total, donated }), say(hasGift ? "web.table.gift-open" : "web.table.gift-spent"), active ? say("web.lab.turn-of.this") : ""].filter(Boolean).join(", ");
      return h("button", { class: `lab-seat ${active ? "active" : ""}`, type: "button", data: { seat }, "aria-label": words, on: { click: () => this.#view.openPosition(seat) } },
        h("span", { class: "lab-seat-name" }, named(names[seat]), h("span", { class: `twice ${hasGift ? "" : "spent"}` }, say("box.gift"))),
        h("span", { class: "lab-seat-sums" }, h("b", {}, String(total)), h("span", { class: "lab-seat-given" }, say("web.lab.donated", { points: donated }))));
    }));
  }
}
