/** The record of a game: immutable and always valid. */

import { pledgeOf } from "../chance.js";
import { areSameDice, STANDARD_DICE } from "../dice.js";
import { isWritable, replay } from "../engine.js";
import { isWhole, Refused } from "../errors.js";
import { areSameRules, MOST_IN_A_BOX, STANDARD } from "../ruleset.js";
import { isOver, newGame } from "../state.js";
import { isOneLine, lengthOf, withoutJoiners } from "../text.js";

/** @import { Pledge } from "../chance.js" */
/** @import { DiceSet } from "../dice.js" */
/** @import { Values } from "../errors.js" */
/** @import { Event, Noted } from "../moves.js" */
/** @import { Ruleset } from "../ruleset.js" */
/** @import { GameState } from "../state.js" */

/** The newest version; a record is written in the oldest version that can hold it. */
export const VERSION = 3;
/** The most characters of a record; four people who correct every turn a hundred times write less. */
export const RECORD_LIMIT = 1024 * 1024;
const NAME_LIMIT = 40;
const BOT_LIMIT = 400;
// The most characters of a record that an error repeats.
const MOST_REPEATED = 200;

/**
 * A correction of a turn that was entered by hand: the boxes before it, null for a cleared turn.
 * @typedef {Readonly<{round: number, seat: number, was: Noted | null}>} Correction
 */

/**
 * The players by seat, the rules, the pledge of the dice, and all events.
 * @typedef {object} RecordFields
 * @property {readonly string[]} players  The names by seat.
 * @property {Readonly<Ruleset>} ruleset  The house rules.
 * @property {DiceSet} diceSet  The dice.
 * @property {Pledge | null} pledge  Null for real dice, entered by hand.
 * @property {readonly Event[]} events  All events in order.
 * @property {readonly (string | null)[]} bots  The bot of each seat, null for a person.
 * @property {readonly Correction[]} corrections  Corrections of a game with real dice; the events are the corrected ones.
 * @property {GameState | null} beginsAt  The position where the game began; null for empty sheets.
 * @typedef {Readonly<RecordFields & {state: GameState}>} GameRecord  With the state after the events.
 */

/** A record that cannot be read; its values name the line or field. */
export class RecordError extends Refused {
  /** @param {string} code @param {Values} [values] */
  constructor(code, values = {}) {
    super(code, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shortened(value)])));
  }
}

/** @param {unknown} value */
function shortened(value) {
  if (typeof value !== "string" || value.length <= MOST_REPEATED) return value;
  const letters = [...value];
  return letters.length > MOST_REPEATED ? `${letters.slice(0, MOST_REPEATED - 1).join("")}…` : value;
}

/** Turns what is refused within into a RecordError that names the field. @template T @param {string} field @param {() => T} read @returns {T} */
export function reading(field, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused && !(error instanceof RecordError)) throw new RecordError(error.code, { ...error.values, field });
    throw error;
  }
}

/** A record, checked. @param {Pick<RecordFields, "players"> & Partial<RecordFields>} fields @returns {GameRecord} */
export function recordOf({ players, ruleset = STANDARD, diceSet = STANDARD_DICE, pledge = null, events = [], bots = [], corrections = [], beginsAt = null }) {
  players.forEach(checkName);
  if (bots.length && bots.length !== players.length) throw new Refused("bots-not-one-a-seat");
  bots.forEach(checkBot);
  if (pledge?.entropy.length && pledge.entropy.length !== players.length) throw new Refused("entropy-not-one-a-seat");
  const beginning = beginningOf({ players, ruleset, diceSet, beginsAt });
  checkPledge({ pledge, events, corrections });
  for (const correction of corrections) checkCorrection(correction, ruleset.rounds, players.length);
  const state = replay(startOf({ players, ruleset, diceSet, beginsAt: beginning }), events);
  const named = bots.length ? bots : players.map(() => null);
  return frozen({ players: [...players], ruleset, diceSet, pledge, events: [...events], bots: [...named], corrections: [...corrections], beginsAt: beginning, state });
}

/** @param {GameRecord} record @returns {GameRecord} */
function frozen(record) {
  for (const list of [record.players, record.events, record.bots, record.corrections]) Object.freeze(list);
  return Object.freeze(record);
}

/** Refuses fair dice in a game written down by hand. @param {Pick<GameRecord, "pledge" | "events" | "corrections">} record */
export function checkPledge(record) {
  if (record.pledge && isWrittenByHand(record)) throw new Refused("written-by-hand-with-fair-dice");
}

/** The position where the game began, checked; null for that of every new game. @param {Pick<GameRecord, "players" | "ruleset" | "diceSet" | "beginsAt">} record */
function beginningOf({ players, ruleset, diceSet, beginsAt }) {
  if (!beginsAt) return null;
  const { setup, turn, sheets } = beginsAt;
  const isSame = setup.players === players.length && areSameRules(setup.ruleset, ruleset) && areSameDice(setup.diceSet, diceSet);
  if (!isSame) throw new Refused("position-of-another-game");
  if (isOver(beginsAt)) throw new Refused("position-is-over");
  const isNew = !turn.rolls && sheets.every(({ points, hasGift }) => !points.length && hasGift);
  return isNew ? null : beginsAt;
}

/** The state before the first event. @param {Pick<GameRecord, "players" | "ruleset" | "diceSet" | "beginsAt">} record */
export const startOf = ({ players, ruleset, diceSet, beginsAt }) => beginsAt ?? newGame(players.length, ruleset, diceSet);

/** The oldest version of the written forms that can hold it. @param {Pick<GameRecord, "events" | "corrections" | "beginsAt">} record */
export const versionOf = (record) => (record.beginsAt ? VERSION : isWrittenByHand(record) ? 2 : 1);

/** @param {Pick<GameRecord, "events" | "corrections">} record */
const isWrittenByHand = ({ events, corrections }) => corrections.length > 0 || events.some(isByHand);

/** Whether an event was entered by hand. @param {Event} event */
export const isByHand = ({ type }) => type === "laid" || type === "noted";

/** The public record: without the seed until the game is over. @param {GameRecord} record @returns {GameRecord} */
export function publicRecord(record) {
  if (!record.pledge || isOver(record.state)) return record;
  return frozen({ ...record, pledge: pledgeOf({ ...record.pledge, seed: null }) });
}

/** The same game after events that the engine has decided or checked; `state` is the one after them. @param {GameRecord} record @param {readonly Event[]} events @param {GameState} state */
export const recordAfter = (record, events, state) => frozen({ ...record, events: [...events], state });

/** @param {string} name */
export function checkName(name) {
  if (lengthOf(name) > NAME_LIMIT || !isOneLine(name) || !withoutJoiners(name)) throw new Refused("name-not-allowed", { most: NAME_LIMIT });
}

/** Checks the form only: a record outlives the bots that played in it. @param {string | null} bot */
export function checkBot(bot) {
  if (bot === null) return;
  if (lengthOf(bot) > BOT_LIMIT || !isOneLine(bot) || !withoutJoiners(bot)) throw new Refused("bot-name-not-allowed", { most: BOT_LIMIT });
}

/** @param {Correction} correction @param {number} rounds @param {number} players */
function checkCorrection({ round, seat, was }, rounds, players) {
  if (!isWhole(round, 1, rounds) || !isWhole(seat, 0, players - 1)) throw new Refused("no-such-turn", { round, rounds });
  if (was && !isWritable(was)) throw new Refused("box-out-of-range", { most: MOST_IN_A_BOX });
}

/** Refuses a text that is too large for a record, before it is parsed. @param {string} text */
export function checkSize(text) {
  if (text.length > RECORD_LIMIT && lengthOf(text) > RECORD_LIMIT) throw new RecordError("record-too-large", { most: RECORD_LIMIT / 1024 });
}
