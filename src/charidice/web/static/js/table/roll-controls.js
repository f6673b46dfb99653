/** The row under the dice: Roll with the rolls left, or whom the game waits for; and Undo. */

import { runOut } from "../parts/countdown.js";
import { h, named, refill } from "../lib/dom.js";
import { tableIcon } from "../parts/table-icons.js";
import { capital, say, sayNodes } from "../lib/text.js";

/** @import { Deadline } from "../types.d.ts" */
/** @import { GameView } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

const ROLLS = 3;

export class RollControls {
  /** @param {{onRoll: () => void, onUndo: () => void, onSkip: () => void}} listeners */
  constructor({ onRoll, onUndo, onSkip }) {
    this.#pips = h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: ROLLS }, () => h("i")));
    this.#label = h("span", { class: "roll-label" });
    this.roll = h(
      "button",
      { class: "button primary roll", type: "button", data: { action: "roll" }, on: { click: onRoll } },
      [this.#ring, this.#pips, this.#label],
    );
    this.status = h("p", { class: "status", tabindex: "-1" });
    /** The place of the question for the greatest of gifts when it is the main decision. */
    this.question = h("div", { class: "question" });
    this.undo = h(
      "button",
      { class: "button undo", type: "button", data: { action: "undo" }, on: { click: onUndo } },
      [tableIcon("undo"), this.#undoLabel],
    );
    this.skip = h("button", { class: "button undo skip", type: "button", data: { action: "skip" }, on: { click: onSkip } }, [tableIcon("skip"), this.#skipLabel]);
    this.element = h("div", { class: "controls" }, this.roll, this.question, this.status, this.skip, this.undo);
  }
  #ring = h("i", { class: "ring" });
  #undoLabel = h("span", { class: "undo-label" });
  #skipLabel = h("span", { class: "undo-label" });
  #pips;
  #label;

  /**
   * @param {Situation} situation
   * @param {{dice: number, sending: boolean, armed: boolean, deadline: Deadline | null, settling: boolean, asking: boolean, scoring: boolean}} turn how many dice
   *   would be rolled, whether a move is being sent, whether one is queued for the recipient, until when, whether the cooldown
   *   after a roll is running, whether the question is shown here, and whether the player is about to score, which makes Roll secondary
   */
  update(situation, { dice, sending, armed, deadline, settling, asking, scoring }) {
    const { game } = situation;
    this.roll.hidden = !situation.canRoll;
    this.question.hidden = !asking;
    this.status.hidden = situation.canRoll || asking;
    this.#updateRoll(situation, dice, { sending: sending || settling, armed, deadline, scoring });
    refill(this.status, statusWords(situation));
    const canUndo = situation.undoSeat !== undefined;
    this.skip.hidden = !situation.canSkip || (asking && situation.canDecline && !situation.game.stopped);
    refill(this.#skipLabel, say("web.table.skip"));
    this.undo.hidden = situation.watching || ((asking || situation.canSkip) && !canUndo);
    this.undo.setAttribute("aria-disabled", String(!canUndo || sending));
    refill(this.#undoLabel, say("web.table.undo"));
    for (const [index, pip] of [...this.#pips.children].entries()) pip.classList.toggle("left", index < game.rolls_left);
  }

  /** @param {Situation} situation @param {number} dice @param {{sending: boolean, armed: boolean, deadline: Deadline | null, scoring: boolean}} turn */
  #updateRoll(situation, dice, { sending, armed, deadline, scoring }) {
    const { game } = situation;
    const name = situation.shared ? situation.name(game.active) : null;
    const action = armed ? sayNodes("web.table.waiting-for", { name: situation.who(game.recipient) }) : rollWords(game, dice);
    refill(this.#label, name && !armed ? named(name) : null, h("span", {}, action));
    const rest = dice ? say("rolls-left", { count: game.rolls_left }) : say("web.table.all-held.why");
    const words = [...this.#label.children].map((part) => part.textContent).join(": ");
    this.roll.setAttribute("aria-label", armed ? words : `${words}. ${capital(rest)}`);
    this.roll.classList.toggle("primary", !scoring);
    this.roll.classList.toggle("first", !game.rolls);
    this.roll.classList.toggle("busy", sending);
    this.roll.classList.toggle("armed", armed);
    this.roll.classList.toggle("waiting", Boolean(deadline));
    if (deadline) runOut(this.#ring, deadline);
    this.roll.setAttribute("aria-disabled", String(sending || !dice));
  }
}

/** @param {GameView} game @param {number} dice */
function rollWords(game, dice) {
  if (!game.rolls) return say("web.table.roll");
  return dice ? say("web.table.roll-dice", { count: dice }) : say("web.table.all-held");
}

/** @param {Situation} situation */
function statusWords(situation) {
  const { game } = situation;
  if (!situation.myTurn) return sayNodes("web.table.plays", { name: situation.who(game.active) });
  if (situation.canScore) return say(game.rolls_left ? "web.table.now-score" : "web.table.no-rolls");
  return sayNodes("web.table.answers", { name: situation.who(game.recipient) });
}
