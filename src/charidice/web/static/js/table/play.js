/** The game view: its parts, the held dice and chosen option, and what each press does. */

import { Absence } from "./absence.js";
import { announce } from "../lib/announcer.js";
import { confirmed } from "../lib/dialogs.js";
import { h, refill } from "../lib/dom.js";
import { End } from "./end.js";
import { Felt } from "./felt.js";
import { Hints } from "./hints.js";
import { lastTurn } from "./last-turn.js";
import { skipMotion } from "../parts/motion.js";
import { Options } from "./options.js";
import { SeatCards } from "./seat-cards.js";
import { Sheets, SheetsDialog } from "./sheet.js";
import { optionKey } from "./situation.js";
import { CONSTANTS } from "../lib/settings.js";
import { say, sayNodes } from "../lib/text.js";
import { rememberedTurn, rememberTurn } from "./turn-memory.js";

/** @import { Take } from "../types.d.ts" */
/** @import { GameView, HintView, OptionView } from "../wire.d.ts" */
/** @import { Chronicle } from "./chronicle.js" */
/** @import { Move, Moves } from "./moves.js" */
/** @import { Confirmation } from "./option-row.js" */
/** @import { Situation } from "./situation.js" */

/** Cooldown in milliseconds: of Roll after the dice stop, when a press was meant to skip, or is half a double click; of a scoring option once it is chosen. */
const COOLDOWN = 400;

export class Play {
  /** Dice that the next roll keeps. @type {Set<number>} */
  #held = new Set();
  /** @type {string | null} */
  #chosen = null;
  #chosenAt = -COOLDOWN;
  /** @type {number[]} */
  #hinted = [];
  /** @type {OptionView | null} */
  #pointed = null;
  #turn = "";
  /** The roll for which the lost-bonus warning was already shown. */
  #warned = "";
  #table;
  #pressed = 0;
  #settled = 0;
  #chronicle;
  #moves;
  #changed;
  #dialog = new SheetsDialog();
  /** Whether the cooldown after a roll is running. */
  settling = false;

  /** @param {string} table @param {Situation} situation @param {{moves: Moves, chronicle: Chronicle, changed: () => void, take: Take}} around */
  constructor(table, situation, { moves, chronicle, changed, take }) {
    this.situation = situation;
    this.busy = false;
    this.#table = table;
    this.#moves = moves;
    this.#changed = changed;
    this.#chronicle = chronicle;
    this.hints = new Hints(table, { light: (dice) => this.#lightHint(dice), follow: (advice) => this.#follow(advice) });
    this.title = h("h1", { class: "unseen" });
    this.seats = new SeatCards((seat) => this.openSheets(seat));
    this.felt = new Felt({
      onToggle: (die) => this.hold(die),
      onRoll: () => this.roll(),
      onUndo: () => this.undo(),
      onSkip: () => this.#moves.skip(),
      onAnswer: (action) => this.#move({ seat: this.situation.recipient, action }),
      onConsider: (considering) => this.#moves.consider(this.situation.recipient, considering),
      onHint: () => this.hint(),
      onSheets: () => this.openSheets(),
    });
    this.options = new Options({
      onPoint: (option) => this.#point(option),
      onChoose: (option) => this.choose(option),
      onConfirm: () => this.confirm(),
    });
    this.absence = new Absence(table, take);
    this.options.element.prepend(this.absence.element, this.hints.element);
    this.sheets = new Sheets();
    this.end = new End(table);
    this.panel = h("section", { class: "panel" }, this.options.element);
    this.element = h("div", { class: "table" }, this.title, this.seats.element, this.felt.element, this.panel, this.end.element, this.sheets.element);
  }

  /** Renders the current situation; `busy` during animations. @param {Situation} situation @param {boolean} busy */
  update(situation, busy) {
    this.situation = situation;
    const { game } = situation;
    this.#newTurn(game);
    this.busy = busy || this.#moves.sending;
    const held = situation.myTurn ? this.#held : new Set(game.kept);
    const focus = document.activeElement;
    this.element.classList.toggle("over", situation.over);
    this.title.hidden = situation.over;
    this.felt.element.hidden = this.panel.hidden = this.seats.element.hidden = situation.over;
    this.end.element.hidden = !situation.over;
    this.sheets.update(situation);
    this.#dialog.update(situation);
    if (situation.over) return this.end.update(situation);
    refill(this.title, say("web.table.heading", { round: game.round, rounds: game.rounds, name: situation.who(game.active) }));
    this.seats.update(situation);
    this.absence.update(situation);
    this.felt.update(situation, { held, rolling: CONSTANTS.dice - held.size, busy: this.busy, armed: this.#moves.armed?.action, deadline: this.#moves.deadline, settling: this.settling, chosen: this.#chosen !== null });
    this.options.update(situation, { chosen: this.#chosen, confirm: this.#confirmation(), last: lastTurn(this.#chronicle.lastTurn, situation) });
    this.#light();
    this.#keepFocus(focus);
  }

  /** After a roll the kept dice stay held; a new turn starts empty; a reloaded page restores what it had. @param {GameView} game */
  #newTurn(game) {
    const turn = `${game.round}/${game.active}/${game.rolls}/${game.faces}`;
    if (turn === this.#turn) return;
    const before = this.#turn ? null : rememberedTurn(this.#table, turn);
    this.#turn = turn;
    this.#held = new Set(before?.held ?? (game.rolls_left ? game.kept : []));
    this.#chosen = before?.chosen ?? null;
    this.#pointed = null;
    this.hints.clear();
  }

  /** Starts the cooldown: the dice have stopped. */
  settle() {
    clearTimeout(this.#settled);
    this.settling = true;
    this.#settled = window.setTimeout(() => {
      this.settling = false;
      if (this.element.isConnected) this.#changed();
    }, COOLDOWN);
  }

  /** @param {number} die */
  hold(die) {
    const { situation } = this;
    if (!situation.canRoll || !situation.game.rolls || this.busy) return;
    if (!this.#held.delete(die)) this.#held.add(die);
    this.#again();
    const place = this.felt.tray.place(die);
    if (document.activeElement !== place) announce(String(place.getAttribute("aria-label")));
  }

  roll() {
    const { situation } = this;
    if (!situation.canRoll || this.busy || this.settling) return;
    if (this.#held.size === CONSTANTS.dice) return announce(say("web.table.all-held.why"));
    const bonus = Math.max(0, ...situation.game.options.map((option) => option.bonus));
    // The tutor warns by itself if it is a mistake.
    if (bonus && !this.#held.size && this.#warned !== this.#turn && situation.view.settings.hints !== "tutor") return this.#warn(bonus);
    this.#move({ seat: situation.active, action: "roll", keep: [...this.#held].sort() });
  }

  /** Asks once before a roll that loses a bonus; the second half of a double click is ignored. @param {number} bonus */
  async #warn(bonus) {
    const turn = this.#turn;
    this.settle();
    this.#changed();
    const why = say("web.table.roll-all.why", { points: say("points", { count: bonus }) });
    const meant = await confirmed(say("web.table.roll-all.sure"), why, "roll-all");
    if (this.settling || turn !== this.#turn) return;
    this.#warned = turn;
    if (meant) this.roll();
  }

  /** Chooses an option, or takes that back; the second half of a double press does neither. @param {OptionView} option */
  choose(option) {
    if (!this.situation.canScore && !this.situation.canStop) return;
    const key = optionKey(option);
    const now = performance.now();
    if (this.#chosen === key && now - this.#chosenAt < COOLDOWN) return;
    this.#chosen = this.#chosen === key ? null : key;
    this.#chosenAt = now;
    this.#again();
    if (this.#chosen) this.options.row(key)?.element.scrollIntoView({ block: "nearest" });
  }

  confirm() {
    const option = this.#chosenOption();
    if (!option || this.busy) return;
    const { situation } = this;
    if (situation.canScore) this.#move({ seat: situation.active, action: "score", dice: option.dice });
    else if (situation.canStop) this.#move({ seat: situation.active, action: "stop" });
  }

  undo() {
    const seat = this.situation.undoSeat;
    if (seat !== undefined && !this.busy) this.#move({ seat, action: "undo" });
  }

  ask() {
    if (this.situation.canAsk && !this.busy) this.felt.gift.begin();
  }

  hint() {
    this.hints.ask(this.situation.adviceSeat, this.situation.game.faces);
  }

  /** Prepares a hint's move without making it: holds its dice, or chooses its scoring option. @param {HintView} advice */
  #follow({ action, dice }) {
    const { situation } = this;
    if (this.busy) return;
    this.hints.clear();
    if (action?.action === "roll" && situation.canRoll) this.#held = new Set(action.keep);
    else this.#chosen = optionKey({ dice });
    this.#again();
    if (this.#chosen) this.options.row(this.#chosen)?.element.scrollIntoView({ block: "nearest" });
  }

  /** Arrow keys move the focus between options. @param {number} direction */
  step(direction) {
    const order = this.options.order;
    if (!order.length) return;
    const focused = document.activeElement?.closest(".row")?.querySelector("button.way");
    const now = order.indexOf(/** @type {HTMLElement} */ (focused));
    const next = now < 0 ? (direction > 0 ? 0 : order.length - 1) : (now + direction + order.length) % order.length;
    order[next].focus();
  }

  /** Escape clears the choice. */
  back() {
    const key = this.#chosen;
    if (!key) return this.hints.clear();
    this.#chosen = null;
    this.#again();
    this.options.row(key)?.button.focus();
  }

  openSheets(seat = this.situation.mine[0] ?? this.situation.active) {
    skipMotion();
    this.#dialog.open(this.situation, seat);
  }

  /** @param {Move} move */
  #move(move) {
    // The second half of a double click must not cancel a queued move.
    if (this.#moves.armed && performance.now() - this.#pressed < COOLDOWN) return;
    this.#pressed = performance.now();
    this.hints.clear();
    this.#moves.make(this.situation, move);
  }

  #again() {
    rememberTurn(this.#table, this.#turn, { held: [...this.#held], chosen: this.#chosen });
    this.update(this.situation, false);
  }

  #chosenOption() {
    return this.situation.game.options.find((option) => optionKey(option) === this.#chosen) ?? null;
  }

  /** @returns {Confirmation | null} */
  #confirmation() {
    const option = this.#chosenOption();
    if (!option) return null;
    const { situation } = this;
    const armed = this.#moves.armed?.action === "score";
    const answering = !situation.canScore && !situation.canStop;
    const label = () => {
      if (armed || answering) return sayNodes("web.table.waiting-for", { name: situation.who(situation.recipient) });
      return situation.canScore ? say("web.table.score", { sum: option.total }) : say("web.table.stop");
    };
    return { action: situation.canScore ? "score" : "stop", label: label(), disabled: this.busy || answering, deadline: this.#moves.deadline };
  }

  /** @param {OptionView | null} option */
  #point(option) {
    this.#pointed = option;
    this.#light();
  }

  /** Highlights the hovered option, else the hint's dice, else the chosen option. */
  #light() {
    const hinted = this.#hinted.length ? { dice: this.#hinted, gives: [], doubled: [] } : null;
    this.felt.tray.light(this.#pointed ?? hinted ?? this.#chosenOption());
  }

  /** @param {number[]} dice */
  #lightHint(dice) {
    this.#hinted = dice;
    this.#light();
  }

  /** If the focused element is gone, focuses the dice, never a button whose action cannot be undone. @param {Element | null} before */
  #keepFocus(before) {
    const lost = before && before !== document.body && (!before.isConnected || before.closest("[hidden]")) && !document.querySelector("dialog[open]");
    if (lost) this.felt.tray.element.focus({ preventScroll: true });
  }
}
