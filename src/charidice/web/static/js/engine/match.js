/** One game in progress: the only game object that changes. */

import { EnteredDice, FairDice, isKept, newSeed, pledgeFor, pledgeOf } from "./chance.js";
import { STANDARD_DICE } from "./dice.js";
import { actor, decide, evolve } from "./engine.js";
import { checkSeat, Refused } from "./errors.js";
import { recordAfter, recordOf, startOf } from "./record/game.js";
import { STANDARD } from "./ruleset.js";
import { results, winners } from "./sheet.js";
import { isOver } from "./state.js";
import { GameNode } from "./strict.js";

/** @import { Dice, DiceSet, Face } from "./dice.js" */
/** @import { DiceSource } from "./engine.js" */
/** @import { Action, Event } from "./moves.js" */
/** @import { GameRecord } from "./record/game.js" */
/** @import { Ruleset } from "./ruleset.js" */
/** @import { GameState } from "./state.js" */

/**
 * A new game: with fair dice, by a fresh seed if none is given, or with real dice entered by hand.
 * @typedef {object} NewMatch
 * @property {readonly string[]} players  The names by seat.
 * @property {Readonly<Ruleset>} [ruleset]
 * @property {DiceSet} [diceSet]
 * @property {string} [seed]  64 hexadecimal digits.
 * @property {boolean} [realDice]
 * @property {readonly (string | null)[]} [bots]  The bot of each seat, null for a person; the caller lets them play.
 */

/** The dice source of a record without its seed: everything but rolling works. @type {DiceSource} */
const SEED_UNKNOWN = {
  roll() {
    throw new Refused("seed-not-known");
  },
};

/** A game that players act on: new, or resumed from any record. */
export class Match {
  #opening;
  /** @type {Event[]} */
  #events = [];
  /** Every state so far, the current one last; they share what did not change. @type {GameState[]} */
  #states;
  #fair;
  /** The node after the recipient last declined to ask, which causes no event. @type {GameNode | null} */
  #waived = null;

  /** @param {GameRecord} record */
  constructor(record) {
    this.#opening = recordAfter(record, [], startOf(record));
    this.#states = [this.#opening.state];
    for (const event of record.events) this.append(event);
    this.#fair = fairDiceOf(record);
  }

  /** @param {NewMatch} game */
  static new({ players, ruleset = STANDARD, diceSet = STANDARD_DICE, seed = newSeed(), realDice = false, bots = [] }) {
    return new Match(recordOf({ players, ruleset, diceSet, pledge: realDice ? null : pledgeFor(seed), bots }));
  }

  get state() {
    return this.#states[this.#states.length - 1];
  }

  get isOver() {
    return isOver(this.state);
  }

  /** The seats that have won, more than one if they share the victory; none before the end. */
  get winners() {
    return this.isOver ? winners(results(this.state.sheets)) : [];
  }

  /** The next decision in the strict order of moves (5.5). Declining to ask causes no event; the match remembers it until the state changes. */
  get node() {
    return this.#waived?.state === this.state ? this.#waived : GameNode.of(this.state);
  }

  /** The dice kept in the last roll of the turn in progress. @returns {Dice} */
  get kept() {
    const last = this.state.turn.rolls ? this.#events.findLast(({ type }) => type === "rolled" || type === "laid") : null;
    return last?.type === "rolled" ? last.keep : 0;
  }

  /** The seat that caused the last event; null before any. */
  get lastActor() {
    const last = this.#events.length - 1;
    return last < 0 ? null : actor(this.#states[last], this.#events[last]);
  }

  /** Every event with the seat that caused it. @returns {[number, Event][]} */
  get history() {
    return this.#events.map((event, at) => [actor(this.#states[at], event), event]);
  }

  /** The complete record with the seed; `publicRecord` is what others may see. */
  get record() {
    return recordAfter(this.#opening, this.#events, this.state);
  }

  /** Performs the action of the player to decide at `node`; null if it waives asking. @param {Action} action @param {Iterable<Face>} [faces] */
  play(action, faces) {
    const event = this.node.decide(action, this.#diceSource(faces));
    if (event) this.append(event);
    else this.#waived = this.node.play(action);
    return event;
  }

  /** Performs a player's action; with real dice, `faces` are what they show after a roll. @param {number} player @param {Action} action @param {Iterable<Face>} [faces] */
  submit(player, action, faces) {
    const event = this.decide(player, action, faces);
    this.append(event);
    return event;
  }

  /** The event that an action would cause, without applying it. @param {number} player @param {Action} action @param {Iterable<Face>} [faces] */
  decide(player, action, faces) {
    return decide(this.state, player, action, this.#diceSource(faces));
  }

  /** Applies an event from `decide`. @param {Event} event */
  append(event) {
    this.#states.push(evolve(this.state, event));
    this.#events.push(event);
  }

  /** Why this player may not undo the last event, or null. @param {number} player @returns {Refused | null} */
  whyNotUndo(player) {
    checkSeat(player, this.#opening.players.length);
    const event = this.#events.at(-1);
    if (!event) return new Refused("undo-nothing");
    if (event.type === "rolled") return new Refused("undo-roll");
    if (event.type === "gift-asked") return new Refused("undo-gift-asked");
    if (this.lastActor !== player) return new Refused("undo-of-another", { player: this.lastActor });
    // The seed is public now, and with it every roll that could follow.
    return this.isOver && this.#opening.pledge ? new Refused("undo-game-over") : null;
  }

  /** Undoes the last event, if it was this player's own and neither a roll nor asking for the gift. @param {number} player */
  undo(player) {
    const refusal = this.whyNotUndo(player);
    if (refusal) throw refusal;
    this.#states.pop();
    this.#events.pop();
  }

  /** Adds a seat's words to the fair dice, after the commitment and before the first roll. @param {number} player @param {string} words */
  addEntropy(player, words) {
    const { pledge, players } = this.#opening;
    if (!pledge) throw new Refused("entropy-without-fair-dice");
    if (this.#events.some(({ type }) => type === "rolled")) throw new Refused("entropy-after-first-roll");
    checkSeat(player, players.length);
    const before = pledge.entropy.length ? pledge.entropy : players.map(() => "");
    this.#opening = recordOf({ ...this.#opening, pledge: pledgeOf({ ...pledge, entropy: before.with(player, words) }) });
    this.#fair = fairDiceOf(this.#opening);
  }

  /** @param {Iterable<Face>} [faces] @returns {DiceSource} */
  #diceSource(faces) {
    if (!this.#opening.pledge) return new EnteredDice(faces ?? []);
    if (faces) throw new Refused("dice-are-rolled-here");
    return this.#fair ?? SEED_UNKNOWN;
  }
}

/** @param {GameRecord} record */
function fairDiceOf({ pledge }) {
  if (!pledge || pledge.seed === null) return null;
  if (!isKept(pledge)) throw new Refused("seed-does-not-match-commitment");
  return new FairDice(pledge.seed, pledge.entropy);
}
