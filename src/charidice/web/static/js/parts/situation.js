/** A view as seen by the players at this browser. It decides no rule: the view says what is allowed. */

import { h, named } from "../lib/dom.js";
import { join, say, seatName, Someone } from "../lib/text.js";

/** @import { MoveName, OptionView, View } from "../wire.d.ts" */

/** @param {View} view @param {number | null} me */
export const isHost = ({ hosts }, me) => me !== null && hosts.includes(me);

export class Situation {
  /** @param {View} view @param {number | null} me */
  constructor(view, me) {
    this.view = view;
    this.me = me;
    this.mine = view.seats.filter((seat) => me !== null && seat.holder === me && seat.person && !seat.bot).map((seat) => seat.seat);
    this.over = view.stage === "over";
  }

  /** The game; throws while the table is in the lobby. */
  get game() {
    if (!this.view.game) throw new Error("no game yet");
    return this.view.game;
  }

  get watching() {
    return !this.mine.length;
  }

  /** Whether a bot plays for somebody at this browser. */
  get replaced() {
    return this.me !== null && this.view.seats.some(({ holder, bot }) => holder === this.me && bot);
  }

  /** Whether several people share this device, so that texts use names instead of "you". */
  get shared() {
    return this.mine.length > 1;
  }

  /** Whether somebody plays on another device. */
  get othersPlay() {
    return this.view.seats.some(({ holder, person }) => person && holder !== this.me);
  }

  /** The user's seat; null if several people share the device, or nobody plays here. */
  get you() {
    return this.mine.length === 1 ? this.mine[0] : null;
  }

  /** @param {number} seat @param {MoveName} action */
  may(seat, action) {
    return !this.over && this.mine.includes(seat) && this.game.may[seat].includes(action);
  }

  get active() {
    return this.game.active;
  }

  get recipient() {
    return this.game.recipient;
  }

  /** Whether it is the turn of somebody at this browser. */
  get myTurn() {
    return !this.over && this.mine.includes(this.active);
  }

  get canRoll() {
    return this.may(this.active, "roll");
  }

  get canScore() {
    return this.may(this.active, "score");
  }

  get canStop() {
    return this.may(this.active, "stop");
  }

  /** Whether a bot is playing and the user may skip its pauses. */
  get canSkip() {
    return !this.over && !this.watching && Boolean(this.view.seats[this.active].bot);
  }

  get canAsk() {
    return this.may(this.recipient, "ask");
  }

  get canDecline() {
    return this.may(this.recipient, "decline");
  }

  /** The seat at this browser that can undo, if any. */
  get undoSeat() {
    return this.mine.find((seat) => this.may(seat, "undo"));
  }

  /** The seat at this browser that can get a hint: one with a decision to make. */
  get adviceSeat() {
    if (this.view.settings.hints === "off") return undefined;
    if (this.canRoll || this.canScore || this.canStop) return this.game.rolls ? this.active : undefined;
    return this.canAsk ? this.recipient : undefined;
  }

  /** The player as a sentence value; "you" for the user. @param {number} seat */
  who(seat) {
    return new Someone(this.name(seat), seat === this.you);
  }

  /** The "you" tag at the user's own seat. @param {number} seat */
  youTag(seat) {
    return seat === this.you ? h("small", { class: "you" }, say("web.table.you")) : null;
  }

  /** @param {number} seat */
  name(seat) {
    return seatName(this.view.seats[seat]);
  }

  /** @param {number} seat */
  bdi(seat) {
    return named(this.name(seat));
  }

  /** Several names joined into a list, as nodes. @param {number[]} seats */
  bdis(seats) {
    const parts = join(seats.map((seat) => `\u0000${seat}\u0000`)).split("\u0000");
    return h("span", {}, parts.map((part, index) => (index % 2 ? this.bdi(Number(part)) : part)));
  }
}

/** Identifies a scoring option by its dice. @param {Pick<OptionView, "dice">} option */
export const optionKey = (option) => option.dice.join("-");
