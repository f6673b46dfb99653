/** A table of this device: the state that follows from its log. Pure: no clock, storage or screen. */

import { commitmentTo, pledgeFor } from "../engine/chance.js";
import { DiceSet, maskOf, numberOf, STANDARD_DICE } from "../engine/dice.js";
import { legalActions } from "../engine/engine.js";
import { Refused } from "../engine/errors.js";
import { Match } from "../engine/match.js";
import { GIFT_ASKED, GIFT_DECLINED, rolled, scored, STOPPED } from "../engine/moves.js";
import { Pad } from "../engine/pad/pad.js";
import { recordOf } from "../engine/record/game.js";
import { writeEvent } from "../engine/record/jsonform.js";
import { readPosition } from "../engine/record/position.js";
import { rulesetOf } from "../engine/ruleset.js";
import { bytesOf } from "../engine/sha256.js";
import { isOver, mayBeAsked, recipientDecides, recipientOf } from "../engine/state.js";
import { GameNode } from "../engine/strict.js";
import { padEntry } from "./pads.js";

/** @import { Action, Event } from "../engine/moves.js" */
/** @import { GameRecord } from "../engine/record/game.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { Entry, Played, Seat, TableEvent } from "./types.d.ts" */
/** @import { MoveName, Stage, TableSettingsOutput } from "../wire.d.ts" */

/** What the page is shown of an event; a table's settings and people are in its view. @type {Partial<Record<TableEvent["event"], string[]>>} */
const SHOWN = { created: ["event"], started: ["event", "order", "withheld"] };
const PLAIN = { "gift-asked": GIFT_ASKED, stopped: STOPPED, "gift-declined": GIFT_DECLINED };

/** @param {TableEvent} event @returns {event is Played} */
export const isPlayed = (event) => ["rolled", "scored", ...Object.keys(PLAIN)].includes(event.event);

export class Table {
  /** @type {Entry[]} */
  log = [];
  /** The ids of the moves so far. @type {Set<string>} */
  moves = new Set();
  /** @type {Seat[]} */
  seats = [];
  language = "";
  /** The game in play; at a score pad there is a pad instead. @type {Match | null} */
  match = null;
  /** @type {Pad | null} */
  pad = null;
  /** The entries of the log that are entries on the pad, by the id of the latter. @type {Map<string, Entry>} */
  entered = new Map();
  /** The table of the rematch. @type {string | null} */
  rematch = null;
  /** The table of a server that goes on with this one. @type {string | null} */
  online = null;
  /** Whether the recipient has passed on asking in this turn. */
  passed = false;
  diceSet = STANDARD_DICE;
  /** Where the game begins; null for empty sheets. @type {GameState | null} */
  position = null;

  /** @param {string} id @param {string} seed 64 hexadecimal digits */
  constructor(id, seed) {
    this.id = id;
    this.seed = seed;
    this.commitment = commitmentTo(bytesOf(seed));
    this.settings = /** @type {TableSettingsOutput} */ ({});
  }

  get seq() {
    return this.log.length - 1;
  }

  /** @returns {Stage} */
  get stage() {
    if (!this.match && !this.pad) return "lobby";
    return (this.pad ? this.pad.isOver : this.match && isOver(this.match.state)) ? "over" : "playing";
  }

  /** @param {Entry} entry */
  apply(entry) {
    this.#change(entry);
    this.log.push(entry);
    if (entry.moveId) this.moves.add(entry.moveId);
  }

  /** @param {Entry} entry */
  #change(entry) {
    const { event } = entry;
    if (isPlayed(event)) return this.#play(event);
    switch (event.event) {
      case "created":
        this.settings = event.settings;
        this.seats = event.seats;
        this.language = event.language;
        this.position = event.position ? readPosition(event.position) : null;
        this.diceSet = event.settings.dice ? DiceSet.read(event.settings.dice) : STANDARD_DICE;
        break;
      case "started":
        this.#start(event.order);
        break;
      case "settings":
        this.settings = { ...this.settings, ...Object.fromEntries(Object.entries({ speed: event.speed, wait: event.wait, hints: event.hints }).filter(([, value]) => value !== null)) };
        break;
      case "passed":
        this.passed = true;
        break;
      case "undone":
        this.match?.undo(event.seat);
        break;
      case "rematch":
        this.rematch = event.table;
        break;
      case "entered":
        this.entered.set(event.entry, entry);
        this.pad?.add(padEntry(event));
        break;
      case "online":
        this.online = event.table;
    }
  }

  /** @param {number[]} order the seats in order of play */
  #start(order) {
    this.seats = order.map((seat) => this.seats[seat]);
    const { rounds, free_giving: freeGiving, late_asking: lateAsking } = this.settings;
    const [players, bots] = [this.seats.map(({ name, bot }) => name ?? String(bot)), this.seats.map(({ bot }) => bot)];
    const ruleset = rulesetOf({ rounds, freeGiving, lateAsking });
    if (this.settings.pad) {
      this.pad = new Pad(players, ruleset, this.diceSet);
      return;
    }
    // Nobody else is here who could add words to the dice.
    this.match = new Match(recordOf({ players, ruleset, diceSet: this.diceSet, pledge: pledgeFor(this.seed), bots, beginsAt: this.position }));
  }

  /** The record of the game so far, with the seed. @param {string[]} players their names, those of bots in the reader's language @returns {GameRecord} */
  record(players) {
    const game = this.pad ?? this.match;
    if (!game) throw new Refused("not-started");
    return { ...game.record, players };
  }

  /** @param {Played} event */
  #play(event) {
    if (event.event === "scored") this.passed = false;
    this.match?.append(readEvent(event));
  }

  /** The event that an action would cause. @param {number} seat @param {Action} action */
  decide(seat, action) {
    if (!this.match) throw new Refused("not-started");
    return /** @type {Played} */ (writeEvent(this.match.decide(seat, action), seat, this.diceSet));
  }

  /** The public form of the events after a seq. @param {number} seq @returns {any[]} */
  eventsSince(seq) {
    return this.log.slice(Math.max(seq, -1) + 1).map(({ seq: number, at, event }) => {
      const fields = Object.entries(event).filter(([name]) => SHOWN[event.event]?.includes(name) ?? true);
      return { seq: number, at, ...Object.fromEntries(event.event === "created" ? [...fields, ["host", 0]] : fields) };
    });
  }

  /** Whether the active player, a bot, must let the recipient ask first. */
  get recipientHasPriority() {
    if (!this.match || this.passed || !mayBeAsked(this.match.state)) return false;
    const { state } = this.match;
    return this.seats[recipientOf(state)].bot === null && this.seats[state.active].bot !== null;
  }

  get recipientDecides() {
    return this.match !== null && recipientDecides(this.match.state);
  }

  /** The moves that a person in this seat can make now. @param {number} seat @returns {MoveName[]} */
  may(seat) {
    const { match } = this;
    if (!match || this.online || this.seats[seat].bot !== null) return [];
    /** @type {MoveName[]} */
    const moves = [...new Set(legalActions(match.state, seat).map(({ type }) => type))];
    if (seat === recipientOf(match.state) && this.recipientDecides && this.recipientHasPriority && this.settings.wait) moves.push("decline");
    if (seat === match.lastActor && match.whyNotUndo(seat) === null) moves.push("undo");
    return moves;
  }

  /** The decision that a bot has to make now. @returns {GameNode | null} */
  get botDecision() {
    if (!this.match || this.online) return null;
    const { node } = this.match;
    // A person may ask at any time; nothing waits for them here.
    const isOpen = node.asking && this.seats[recipientOf(node.state)].bot === null && !node.state.turn.stopped;
    const next = isOpen ? new GameNode(node.state, false) : node;
    return next.player !== null && this.seats[next.player].bot !== null ? next : null;
  }
}

/** @param {Played} event @returns {Event} */
function readEvent(event) {
  if (event.event === "rolled") return rolled(maskOf(event.keep), Object.freeze(event.faces.map(numberOf)));
  if (event.event === "scored") return scored(maskOf(event.dice), event.points, event.bonus, event.gift);
  return PLAIN[event.event];
}
