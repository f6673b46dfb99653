/** The game view: its parts, the held dice and chosen option, and what each press does. */

import { Absence } from "./absence.js";
import { announce } from "../lib/announcer.js";
import { confirmed } from "../lib/dialogs.js";
import { h, refill } from "../lib/dom.js";
import { End } from "../end/end.js";
import { Felt } from "./felt.js";
import { Hints } from "./hints.js";
import { lastTurn, TurnsDialog } from "./last-turn.js";
import { isStill, marking, skipMotion } from "../parts/motion.js";
import { Options } from "./options.js";
import { SeatCards } from "./seat-cards.js";
import { Sheets, SheetsDialog } from "../parts/sheet.js";
import { optionKey } from "../parts/situation.js";
import { CONSTANTS } from "../lib/settings.js";
import { say, sayNodes } from "../lib/text.js";
import { rememberedTurn, rememberTurn, turnOf } from "./turn-memory.js";

/** @import { Take } from "../types.d.ts" */
/** @import { GameView, HintView, OptionView } from "../wire.d.ts" */
/** @import { Chronicle } from "./chronicle.js" */
/** @import { Move, Moves } from "./moves.js" */
/** @import { Confirmation } from "./option-row.js" */
/** @import { Situation } from "../parts/situation.js" */

/** Cooldown of Roll after the dice stop, in milliseconds: a press was meant to skip, or is half a double click. */
const COOLDOWN = 400;

export class Play {
  /** Dice that the next roll keeps. @type {Set<number>} */
  #held = new Set();
  /** Whether a tap on a die is for scoring although it could be rolled again. */
  #scoring = false;
  /** Dice tapped to score them; they may be no legal set yet. @type {Set<number>} */
  #picked = new Set();
  /** @type {string | null} */
  #chosen = null;
  /** @type {number[]} */
  #hinted = [];
  /** @type {OptionView | null} */
  #pointed = null;
  /** What a bot has scored, until its dice fly. @type {OptionView | null} */
  #marked = null;
  #turn = "";
  /** The roll for which the lost-bonus warning was already shown. */
  #warned = "";
  /** Takes the open question whether to roll a bonus away back. */
  #question = new AbortController();
  #table;
  #pressed = 0;
  #settled = 0;
  #chronicle;
  #moves;
  #changed;
  #dialog = new SheetsDialog();
  #turns;
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
    this.#turns = new TurnsDialog(chronicle);
    this.hints = new Hints(table, { light: (dice) => this.#lightHint(dice), follow: (advice) => this.#follow(advice), shut: () => this.#stopConsidering() });
    this.title = h("h1", { class: "unseen" });
    this.seats = new SeatCards((seat) => this.openSheets(seat));
    this.felt = new Felt({
      onTap: (die) => this.tap(die),
      onMode: () => this.#changeMode(),
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
    const picked = this.#tapsScore ? this.#picked : null;
    const focus = document.activeElement;
    this.element.classList.toggle("over", situation.over);
    this.title.hidden = situation.over;
    this.felt.element.hidden = this.panel.hidden = this.seats.element.hidden = situation.over;
    this.end.element.hidden = !situation.over;
    this.sheets.update(situation);
    this.#dialog.update(situation);
    this.#turns.update(situation);
    if (situation.over) return this.end.update(situation);
    refill(this.title, say("web.table.heading", { round: game.round, rounds: game.rounds, name: situation.who(game.active) }));
    this.seats.update(situation);
    this.absence.update(situation);
    this.felt.update(situation, { held, picked, rolling: CONSTANTS.dice - held.size, busy: this.busy, armed: this.#moves.armed?.action, deadline: this.#moves.deadline, settling: this.settling, scoring: this.#scoring || this.#chosen !== null });
    this.options.update(situation, { chosen: this.#chosen, confirm: this.#confirmation(), last: this.#last });
    this.#light();
    this.#keepFocus(focus);
  }

  /** The last turn, and a button for those before it. */
  get #last() {
    const last = lastTurn(this.#chronicle.lastTurn, this.situation);
    if (this.#chronicle.turns.length < 2) return last;
    const more = h("button", { class: "button plain", type: "button", data: { action: "turns" }, on: { click: () => this.openTurns() } }, say("web.table.turns"));
    return h("div", { class: "earlier" }, last, more);
  }

  openTurns() {
    this.#turns.open(this.situation);
  }

  /** After a roll the kept dice stay held; a new turn starts empty; a reloaded page restores what it had. @param {GameView} game */
  #newTurn(game) {
    const turn = turnOf(game);
    if (turn === this.#turn) return;
    const before = this.#turn ? null : rememberedTurn(this.#table, turn);
    this.#turn = turn;
    this.#question.abort();
    this.#held = new Set(before?.held ?? (game.rolls_left ? game.kept : []));
    this.#scoring = false;
    this.#choose(before?.chosen ?? null);
    this.#pointed = this.#marked = null;
    this.hints.clear();
  }

  /** Shows for a moment which dice are scored and given; whether that was skipped. @param {number[]} dice */
  async mark(dice) {
    if (isStill()) return false;
    this.#marked = this.situation.game.options.find((option) => optionKey(option) === optionKey({ dice })) ?? null;
    this.#light();
    return marking();
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

  /** Whether a tap on a die is for scoring: when it cannot be rolled again, or the player says so. */
  get #tapsScore() {
    const { situation } = this;
    return (situation.canScore || situation.canStop) && (this.#scoring || !situation.canRoll);
  }

  /** A tap keeps a die or lets it go; for scoring it adds the die to the set or takes it out. @param {number} die */
  tap(die) {
    const { situation } = this;
    if (this.busy || !situation.game.rolls || !(situation.canRoll || this.#tapsScore)) return;
    const dice = this.#tapsScore ? this.#picked : this.#held;
    if (!dice.delete(die)) dice.add(die);
    if (this.#tapsScore) this.#chosen = this.#optionOf(this.#picked);
    this.#showChosen();
    const place = this.felt.tray.place(die);
    if (document.activeElement !== place) announce(String(place.getAttribute("aria-label")));
  }

  /** @param {boolean} sure whether the question about the bonus was answered: then the tutor asks no second one */
  roll(sure = false) {
    const { situation } = this;
    if (!situation.canRoll || this.busy || this.settling) return;
    if (this.#held.size === CONSTANTS.dice) return announce(say("web.table.all-held.why"));
    const bonus = this.#bonusLost;
    if (bonus && this.#warned !== this.#turn) return this.#warn(bonus);
    this.#move({ seat: situation.active, action: "roll", keep: [...this.#held].sort(), sure });
  }

  /** The bonus on the table if the dice kept are worth less; 0 without one. */
  get #bonusLost() {
    const { options } = this.situation.game;
    const best = (/** @type {OptionView[]} */ among) => Math.max(0, ...among.map((option) => option.bonus));
    const kept = options.filter(({ dice }) => dice.every((die) => this.#held.has(die)));
    return best(options) > best(kept) ? best(options) : 0;
  }

  /** Asks once before a roll that loses a bonus; the second half of a double click is ignored. @param {number} bonus */
  async #warn(bonus) {
    const turn = this.#turn;
    this.settle();
    this.#changed();
    const rolled = this.#held.size ? "roll-some" : "roll-all";
    const why = say(`web.table.${rolled}.why`, { points: say("points", { count: bonus }) });
    this.#question = new AbortController();
    const meant = await confirmed(say(`web.table.${rolled}.sure`, { count: CONSTANTS.dice - this.#held.size }), why, rolled, this.#question.signal);
    if (this.settling || turn !== this.#turn) return;
    this.#warned = turn;
    if (meant) this.roll(true);
  }

  /** Chooses an option; a second press changes nothing. @param {OptionView} option */
  choose(option) {
    if (!this.situation.canScore && !this.situation.canStop) return;
    this.#choose(optionKey(option));
    this.#showChosen();
  }

  /** @param {string | null} key */
  #choose(key) {
    this.#chosen = key;
    this.#picked = new Set(this.#chosenOption()?.dice);
  }

  /** The legal set of exactly these dice. @param {Set<number>} dice */
  #optionOf(dice) {
    const option = this.situation.game.options.find((each) => each.dice.length === dice.size && each.dice.every((die) => dice.has(die)));
    return option ? optionKey(option) : null;
  }

  /** Switches taps on dice between keeping and scoring, while the dice can be rolled again. */
  #changeMode() {
    this.#scoring = !this.#scoring;
    this.#again();
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
    const { adviceSeat, canAsk, recipient, view } = this.situation;
    // Nobody reads a hint while the time to ask runs out.
    if (canAsk && adviceSeat === recipient) this.#moves.consider(recipient, true);
    this.hints.ask(adviceSeat, view);
  }

  /** A hint about asking is closed; the time goes on. */
  #stopConsidering() {
    const { canAsk, adviceSeat, recipient } = this.situation;
    if (canAsk && adviceSeat === recipient && !this.felt.gift.considering) this.#moves.consider(recipient, false);
  }

  /** Prepares a hint's move without making it: holds its dice, or chooses its scoring option. @param {HintView} advice */
  #follow({ action, dice }) {
    const { situation } = this;
    if (this.busy) return;
    this.hints.clear();
    const keep = action?.action === "roll" && situation.canRoll ? action.keep : null;
    if (keep) this.#held = new Set(keep);
    this.#scoring &&= !keep;
    this.#choose(keep ? null : optionKey({ dice }));
    this.#showChosen();
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

  /** Escape answers that nothing is asked yet, or clears the choice. */
  back() {
    if (this.felt.gift.considering) return this.felt.gift.keep();
    const key = this.#chosen;
    if (!key) return this.hints.close();
    this.#choose(null);
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

  #showChosen() {
    this.#again();
    if (this.#chosen) this.options.row(this.#chosen)?.element.scrollIntoView({ block: "nearest" });
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
    if (option === this.#pointed) return;
    this.#pointed = option;
    this.#light();
  }

  /** Highlights what a bot has scored, else the hovered option, else the hint's dice, else the chosen option, else the dice tapped so far. */
  #light() {
    const alone = (/** @type {number[]} */ dice) => (dice.length ? { dice, gives: [], doubled: [] } : null);
    this.felt.tray.light(this.#marked ?? this.#pointed ?? alone(this.#hinted) ?? this.#chosenOption() ?? alone([...this.#picked]));
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
