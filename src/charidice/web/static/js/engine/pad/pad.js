/**
 * A pad: its sheets, complaints, conflicts, results and record, computed from its entries.
 *
 * Entries commute: each stands unless another one replaces it. If two different entries stand for one turn, the turn waits until
 * another entry replaces both.
 */

import { maskOf, STANDARD_DICE } from "../dice.js";
import { replay } from "../engine.js";
import { isWhole, Refused } from "../errors.js";
import { GIFT_ASKED, laid, rolled, scored } from "../moves.js";
import { recordOf, startOf } from "../record/game.js";
import { GREAT_CHARITY_ABOVE, STANDARD } from "../ruleset.js";
import { results, sum, winners } from "../sheet.js";
import { complaint, complaintsAbout } from "./complaints.js";
import { boxesOf, confirmedIn, facesOf, keyOf } from "./entries.js";

/** @import { DiceSet, Face } from "../dice.js" */
/** @import { Event, Noted } from "../moves.js" */
/** @import { Correction, GameRecord } from "../record/game.js" */
/** @import { Ruleset } from "../ruleset.js" */
/** @import { Result } from "../sheet.js" */
/** @import { GameState } from "../state.js" */
/** @import { Code, Complaint } from "./complaints.js" */
/** @import { ByDice, PadEntry, Value } from "./entries.js" */

/** The limits for one turn and for the whole pad. */
export const MOST_ENTRIES = 100;
export const MOST_ON_PAD = 1000;
/** The most unknown ids that an entry replaces. */
const MOST_UNKNOWN = 4;

/**
 * All entries for one turn.
 * @typedef {object} TurnFields
 * @property {number} round
 * @property {number} seat
 * @property {number} recipient
 * @property {readonly PadEntry[]} standing  The entries that no other one replaces; several are equal or rivals.
 * @property {readonly PadEntry[]} replaced  The replaced entries, in order of arrival.
 * @property {readonly PadEntry[]} rivals  One entry for each standing value, if there are different ones.
 * @property {Value | null} value  Null without an entry, and while rivals wait for a choice.
 * @property {Noted | null} boxes
 * @property {readonly Complaint[]} complaints
 * @property {ReadonlySet<Code>} confirmed  The complaints about this turn that were overruled, on any phone.
 * @typedef {Readonly<TurnFields>} PadTurn
 *
 * One player's sheet, with a place for every round; turns may be entered in any order.
 * @typedef {readonly (number | null)[]} Column
 * @typedef {Readonly<{points: Column, bonus: Column, received: Column, given: Column, hasGift: boolean}>} PadSheet
 */

/** @param {PadTurn} turn */
const isEmpty = ({ boxes, rivals }) => !boxes && !rivals.length;

/** @param {Column} column @returns {number[]} */
const filledIn = (column) => column.map((number) => number ?? 0);

/** The sum of boxes 1, 2 and 3. @param {PadSheet} sheet */
export const subtotalOf = ({ points, bonus, received }) => sum(filledIn([...points, ...bonus, ...received]));

/** @param {PadSheet} sheet */
export const totalGivenOf = ({ given }) => sum(filledIn(given));

export class Pad {
  /** @type {Map<string, PadEntry>} */
  entries = new Map();
  /** Each turn as if there were no others, in their order. @type {PadTurn[]} */
  #alone;
  /** What follows from the entries, until there is another one. @type {{turns?: readonly PadTurn[], sheets?: readonly PadSheet[], played?: readonly PlayedTurn[]}} */
  #derived = {};

  /** @param {readonly string[]} players the names by seat @param {Readonly<Ruleset>} [ruleset] @param {DiceSet} [diceSet] */
  constructor(players, ruleset = STANDARD, diceSet = STANDARD_DICE) {
    this.opening = recordOf({ players, ruleset, diceSet });
    const rounds = Array.from({ length: ruleset.rounds }, (_, round) => round + 1);
    this.#alone = rounds.flatMap((round) => players.map((_, seat) => this.#turnOf(round, seat, [])));
  }

  get rounds() {
    return this.opening.ruleset.rounds;
  }

  /** @returns {number[]} */
  get seats() {
    return [...this.opening.players.keys()];
  }

  get #freeGiving() {
    return this.opening.ruleset.freeGiving;
  }

  /** @param {number} round @param {number} seat */
  #place(round, seat) {
    return (round - 1) * this.opening.players.length + seat;
  }

  /** Refuses an entry that fits no turn of this game; boxes that break the rules are accepted. @param {PadEntry} entry */
  check({ round, seat, value }) {
    this.requireTurn(round, seat);
    const { standing, replaced } = this.turn(round, seat);
    // Each turn has its own limit, so that one turn cannot use up the entries of the others.
    const most = Math.min(MOST_ENTRIES, Math.floor(MOST_ON_PAD / this.turns.length));
    if (standing.length + replaced.length >= most) throw new Refused("too-many-entries", { most });
    boxesOf(value, this.#freeGiving);
  }

  /** The entry without the replaced ids that have no effect; ids that stand in its turn and a few unknown ones stay. @param {PadEntry} entry @returns {PadEntry} */
  withoutIdleIds(entry) {
    const { id, round, seat, replaces } = entry;
    this.requireTurn(round, seat);
    const standing = this.turn(round, seat).standing.map((each) => each.id);
    const unknown = [...replaces].filter((other) => other !== id && !this.entries.has(other)).sort();
    return Object.freeze({ ...entry, replaces: new Set([...standing.filter((other) => replaces.has(other)), ...unknown.slice(0, MOST_UNKNOWN)]) });
  }

  /** @param {number} round @param {number} seat */
  requireTurn(round, seat) {
    const { rounds } = this;
    if (!isWhole(round, 1, rounds) || !isWhole(seat, 0, this.opening.players.length - 1)) throw new Refused("no-such-turn", { round, rounds });
  }

  /** Adds a checked entry; one with a known id is the same. @param {PadEntry} entry */
  add(entry) {
    const { id, round, seat } = entry;
    if (this.entries.has(id)) return;
    this.entries.set(id, entry);
    const own = [...this.entries.values()].filter((each) => each.round === round && each.seat === seat);
    this.#alone[this.#place(round, seat)] = this.#turnOf(round, seat, own);
    this.#derived = {};
  }

  /** @param {number} round @param {number} seat @param {readonly PadEntry[]} entries @returns {PadTurn} */
  #turnOf(round, seat, entries) {
    const gone = new Set(entries.flatMap(({ replaces }) => [...replaces]));
    const standing = entries.filter(({ id }) => !gone.has(id));
    const rivals = rivalsAmong(standing);
    const value = standing.length && !rivals.length ? standing[0].value : null;
    const boxes = value && boxesOf(value, this.#freeGiving);
    return Object.freeze({
      ...{ round, seat, recipient: (seat + 1) % this.opening.players.length, standing, rivals, value, boxes },
      replaced: entries.filter(({ id }) => gone.has(id)),
      complaints: value ? this.#complaintsAbout(value, boxes) : [],
      confirmed: new Set(standing.flatMap((entry) => confirmedIn(entry.value))),
    });
  }

  /** Complaints that do not depend on other turns. @param {Value} value @param {Noted | null} boxes @returns {Complaint[]} */
  #complaintsAbout(value, boxes) {
    if (value.by === "points" && boxes) return complaintsAbout(boxes, this.#freeGiving);
    const problem = value.by === "dice" ? this.ofOtherDice(facesOf(value)) : null;
    return problem ? [problem] : [];
  }

  /** Why the dice of this pad cannot show these faces together. @param {readonly Face[]} faces */
  ofOtherDice(faces) {
    try {
      this.opening.diceSet.byDie(faces);
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      return complaint("other-dice", /** @type {Complaint["values"]} */ (refusal.values));
    }
    return null;
  }

  /** All turns in their order. @returns {readonly PadTurn[]} */
  get turns() {
    return (this.#derived.turns ??= this.#allTurns());
  }

  #allTurns() {
    // Other dice are used in every turn, so one confirmation is enough.
    const hasOthers = this.#alone.some(({ confirmed }) => confirmed.has("other-dice"));
    /** The round in which each seat has first asked. @type {Map<number, number>} */
    const asked = new Map();
    return this.#alone.map((turn) => {
      const { round, recipient, boxes, confirmed } = turn;
      const complaints = [...turn.complaints];
      if (boxes?.asked) {
        const first = asked.get(recipient) ?? round;
        asked.set(recipient, first);
        if (first < round) complaints.push(complaint("second-gift", { round: first }));
      }
      return Object.freeze({ ...turn, complaints: complaints.filter(({ code }) => !confirmed.has(code) && !(hasOthers && code === "other-dice")) });
    });
  }

  /** @param {number} round @param {number} seat */
  turn(round, seat) {
    return this.turns[this.#place(round, seat)];
  }

  /** The first empty turn, null if there is none. */
  get nextTurn() {
    return this.turns.find(isEmpty) ?? null;
  }

  get isOver() {
    return this.turns.every(({ boxes }) => boxes);
  }

  /** @returns {readonly PadSheet[]} */
  get sheets() {
    return (this.#derived.sheets ??= this.seats.map((seat) => this.#sheet(seat)));
  }

  /** @param {number} seat @returns {PadSheet} */
  #sheet(seat) {
    const own = this.turns.filter((turn) => turn.seat === seat).map(({ boxes }) => boxes);
    const others = this.turns.filter(({ recipient }) => recipient === seat).map(({ boxes }) => boxes);
    return Object.freeze({
      points: own.map((boxes) => boxes?.points ?? null),
      bonus: own.map((boxes) => boxes?.bonus ?? null),
      received: others.map((boxes) => boxes?.received ?? null),
      given: own.map((boxes) => boxes?.gift ?? null),
      hasGift: !others.some((boxes) => boxes?.asked),
    });
  }

  /** By seat; null until the game is over. @returns {readonly Result[] | null} */
  get results() {
    if (!this.isOver) return null;
    return results(this.sheets.map(({ points, bonus, received, given, hasGift }) => ({ points: filledIn(points), bonus: filledIn(bonus), received: filledIn(received), given: filledIn(given), hasGift })));
  }

  get winners() {
    return this.results && winners(this.results);
  }

  /** The points still to be given for the greater charity bonus (6.1). */
  get missingToGreatCharity() {
    return Math.max(0, GREAT_CHARITY_ABOVE + 1 - Math.max(...this.sheets.map(totalGivenOf)));
  }

  /** The record of the game up to the first missing turn, with its corrections. @returns {GameRecord} */
  get record() {
    const events = this.#played.flatMap((played) => played.events);
    const corrections = this.#played.flatMap(({ turn }) => this.#corrections(turn));
    return recordOf({ ...this.opening, events, corrections });
  }

  /** The state of the game when a turn begins, null while an earlier turn is missing. @param {PadTurn} turn @returns {GameState | null} */
  stateBefore({ round, seat }) {
    const states = [startOf(this.opening), ...this.#played.map(({ after }) => after)];
    return states[this.#place(round, seat)] ?? null;
  }

  /** The turns before the first gap. @returns {readonly PlayedTurn[]} */
  get #played() {
    return (this.#derived.played ??= this.#playUntilGap());
  }

  #playUntilGap() {
    /** @type {PlayedTurn[]} */
    const played = [];
    let state = startOf(this.opening);
    for (const turn of this.turns) {
      if (!turn.boxes || !turn.value) break;
      const [events, after] = eventsOf(state, turn.value, turn.boxes);
      played.push({ turn, events, after });
      state = after;
    }
    return played;
  }

  /** The different boxes of replaced entries, once each. @param {PadTurn} turn @returns {Correction[]} */
  #corrections({ round, seat, boxes, replaced }) {
    const before = new Map(replaced.map(({ value }) => boxesOf(value, this.#freeGiving)).map((was) => [JSON.stringify(was), was]));
    before.delete(JSON.stringify(boxes));
    return [...before.values()].map((was) => ({ round, seat, was }));
  }
}

/** @typedef {Readonly<{turn: PadTurn, events: readonly Event[], after: GameState}>} PlayedTurn */

/** In the order in which their values were last entered, each by the first of its entries. @param {readonly PadEntry[]} standing */
function rivalsAmong(standing) {
  const byValue = new Map(standing.toReversed().map((entry) => [keyOf(entry.value), entry]));
  return byValue.size > 1 ? [...byValue.values()].reverse() : [];
}

/** A turn as events: by its known dice if the rules allow them, else by its boxes alone. @param {GameState} state @param {Value} value @param {Noted} boxes @returns {[readonly Event[], GameState]} */
function eventsOf(state, value, boxes) {
  if (value.by === "dice") {
    for (const tell of value.every ? [allRolls, lastRoll] : [lastRoll]) {
      try {
        const events = tell(state.setup.diceSet, value, boxes);
        return [events, replay(state, events)];
      } catch (refusal) {
        if (!(refusal instanceof Refused)) throw refusal;
      }
    }
  }
  return [[boxes], replay(state, [boxes])];
}

/** @param {DiceSet} diceSet @param {ByDice} value @param {Noted} boxes @returns {Event[]} */
function allRolls(diceSet, value, boxes) {
  /** @type {Event[]} */
  const events = value.rolls.map(({ faces, keep }) => rolled(maskOf(diceSet.byDie(keep).keys()), diceSet.numbers(faces)));
  if (value.asked) events.splice(value.askedAfter, 0, GIFT_ASKED);
  return [...events, scoredBy(diceSet, value, boxes)];
}

/** @param {DiceSet} diceSet @param {ByDice} value @param {Noted} boxes @returns {Event[]} */
const lastRoll = (diceSet, value, boxes) => [laid(diceSet.numbers(facesOf(value)), value.asked), scoredBy(diceSet, value, boxes)];

/** @param {DiceSet} diceSet @param {ByDice} value @param {Noted} boxes */
const scoredBy = (diceSet, value, { points, bonus, gift }) => scored(maskOf(diceSet.byDie(value.scored).keys()), points, bonus, gift);
