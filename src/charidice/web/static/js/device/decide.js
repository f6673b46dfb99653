/** Decides requests about a table of this device: each function returns an event, null if nothing changes, or throws what it refuses. */

import { areSameDice, maskOf, STANDARD_DICE } from "../engine/dice.js";
import { verify } from "../engine/engine.js";
import { Refused } from "../engine/errors.js";
import { ASK_GIFT, DECLINE_GIFT, roll, score, STOP } from "../engine/moves.js";
import { readPosition, writePosition } from "../engine/record/position.js";
import { isOver, mayBeAsked, recipientOf } from "../engine/state.js";
import { CONSTANTS } from "../lib/settings.js";

/** @import { Action } from "../engine/moves.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { Room } from "./room.js" */
/** @import { Table } from "./table.js" */
/** @import { Seat, TableEvent } from "./types.d.ts" */
/** @import { ChangedSettings, Move, NewTable } from "../wire.d.ts" */

/** A new table; its people are all at this device. @param {NewTable} wanted @param {string} language @returns {TableEvent} */
export function created({ seats, settings, position = null }, language) {
  /** @type {Seat[]} */
  const places = [];
  for (const seat of seats) {
    if (seat.who === "link") throw new Refused("needs-a-server");
    const name = seat.who === "here" ? toldApart(seat.name.trim().slice(0, CONSTANTS.name_length), places) : null;
    places.push({ name, bot: seat.who === "bot" ? seat.bot : null, birthday: seat.who === "here" ? (seat.birthday ?? null) : null });
  }
  const chosen = { ...CONSTANTS.settings, ...settings };
  if (position === null) return { event: "created", language, settings: chosen, seats: places };
  const beginning = beginningOf(position, seats.length, chosen.pad);
  return { event: "created", language, settings: { ...chosen, ...settingsFrom(beginning) }, seats: places, position: writePosition(beginning) };
}

/** The position where the game of a new table begins. @param {string} text @param {number} seats @param {boolean} pad */
function beginningOf(text, seats, pad) {
  const position = readPosition(text);
  if (isOver(position)) throw new Refused("position-is-over");
  if (position.sheets.length !== seats) throw new Refused("position-for-others", { count: position.sheets.length, given: seats });
  if (pad) throw new Refused("position-on-pad");
  return position;
}

/** The rules, the dice and the order of play of a position as settings. @param {GameState} position @returns {Partial<Table["settings"]>} */
function settingsFrom({ setup: { ruleset, diceSet } }) {
  const dice = areSameDice(diceSet, STANDARD_DICE) ? null : String(diceSet);
  return { rounds: ruleset.rounds, free_giving: ruleset.freeGiving, late_asking: ruleset.lateAsking, dice, start: "seat", first: 0 };
}

/** A name that nobody else at the table has: Anna, Anna 2. @param {string} name @param {Seat[]} others */
function toldApart(name, others) {
  const taken = new Set(others.map((seat) => seat.name?.toLowerCase()));
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`;
    const told = name.slice(0, CONSTANTS.name_length - end.length) + end;
    if (!taken.has(told.toLowerCase())) return told;
  }
}

/** The same people and settings, with the next player to the left starting. @param {Table} table @returns {TableEvent} */
export function rematchOf(table) {
  if (table.stage !== "over") throw new Refused("not-over");
  const [first, ...others] = table.seats;
  return { event: "created", language: table.language, settings: { ...table.settings, start: "seat", first: 0 }, seats: [...others, first] };
}

/** @param {Table} table @param {Date} now @returns {TableEvent} */
export function started({ seats, settings }, now) {
  const first = starter(seats, settings, now);
  return { event: "started", order: seats.map((_, step) => (first + step) % seats.length), withheld: [] };
}

/** The seat that starts (clause 2.1). @param {Seat[]} seats @param {Table["settings"]} settings @param {Date} now */
function starter(seats, { start, first }, now) {
  if (start === "seat") return first;
  const today = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  const birthdays = seats.flatMap(({ birthday }, seat) => (birthday ? [{ birthday, seat }] : []));
  if (start !== "birthday" || !birthdays.length) return Math.floor(Math.random() * seats.length);
  // The next birthday: today counts, and dates already past this year come last.
  const order = (/** @type {string} */ day) => (day < today ? "1" : "0") + day;
  return birthdays.reduce((next, other) => (order(other.birthday) < order(next.birthday) ? other : next)).seat;
}

/** @param {Room} room @param {Move} request @returns {TableEvent | null} */
export function move(room, request) {
  const { table } = room;
  const { match } = table;
  if (!match) throw new Refused("not-started");
  if (table.online) throw new Refused("goes-on-online");
  if (table.moves.has(request.move_id)) return null;
  if (request.seq !== table.seq) throw new Stale();
  const { seat } = request;
  if (table.seats[seat]?.bot !== null) throw new Refused("bot-plays-there");
  if (request.action === "undo") {
    const refusal = match.whyNotUndo(seat);
    if (refusal) throw refusal;
    return { event: "undone", seat };
  }
  if (request.action === "decline" && !match.state.turn.stopped) {
    if (seat !== recipientOf(match.state) || !mayBeAsked(match.state) || table.passed) throw new Refused("nothing-to-pass");
    return { event: "passed", seat };
  }
  const action = actionOf(request);
  const refusal = verify(match.state, seat, action);
  if (refusal) throw refusal;
  return table.decide(seat, action);
}

/** The sender had not seen all events; the answer has them. */
export class Stale extends Refused {
  constructor() {
    super("stale");
  }
}

/** @param {Move} request @returns {Action} */
export function actionOf({ action, keep = [], dice = [] }) {
  switch (action) {
    case "roll":
      return roll(maskOf(keep));
    case "score":
      return score(maskOf(dice));
    case "ask":
      return ASK_GIFT;
    case "stop":
      return STOP;
    default:
      return DECLINE_GIFT;
  }
}

/** @param {Room} room @param {ChangedSettings} wanted @returns {TableEvent | null} */
export function changeSettings({ table }, { speed = null, wait = null, hints = null }) {
  if (hints && table.settings.hints === "off") throw new Refused("hints-off");
  const wanted = { speed, wait, hints };
  const isNew = Object.entries(wanted).some(([name, value]) => value !== null && value !== table.settings[/** @type {keyof typeof wanted} */ (name)]);
  return isNew ? { event: "settings", ...wanted } : null;
}

/** A recipient who lets the bots skip their pauses passes on asking. @param {Room} room @returns {TableEvent | null} */
export function skip({ table }) {
  if (!table.match || !table.botDecision || !table.recipientHasPriority) return null;
  return { event: "passed", seat: recipientOf(table.match.state) };
}
