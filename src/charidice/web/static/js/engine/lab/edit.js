/**
 * Another position, with one thing changed: each function returns a valid position, or throws Refused.
 *
 * Totals are without the charity bonus, and each stays what it is while another one changes: the turns behind them are chosen
 * anew where they no longer fit, from the last one back.
 */

import { DiceSet } from "../dice.js";
import { checkSeat, isWhole, quoted, Refused } from "../errors.js";
import { readPosition, writePosition } from "../record/position.js";
import { ROLLS, rulesetOf } from "../ruleset.js";
import { subtotal, totalGiven } from "../sheet.js";
import { isOver, recipientOf, setupOf, START_OF_TURN, stateOf } from "../state.js";
import { USUAL_GIFT, USUAL_TOTAL } from "../solver/features.js";
import { mostGiven, totalsWith, turnsWith } from "./sheets.js";

/** @import { Numbers } from "../dice.js" */
/** @import { Ruleset } from "../ruleset.js" */
/** @import { GameState, Setup, Turn } from "../state.js" */
/** @import { Boxes, Turns } from "./sheets.js" */

/** A sheet by its sums, and the turns behind them. @typedef {{total: number, donated: number, hasGift: boolean, turns: readonly Boxes[]}} SeatSums */

/** An average turn: points, bonus, given. @type {Boxes} */
const USUAL = [USUAL_TOTAL - 15, 15, USUAL_GIFT];
/** @type {Numbers} */
const FIRST_DICE = Object.freeze([1, 2, 3, 4, 5, 6]);
// Sums that no turns have are few, and close to a limit.
const FURTHEST = 100;

/** The sums of all sheets. @param {GameState} state @returns {SeatSums[]} */
export const sumsOf = ({ sheets }) =>
  sheets.map((sheet) => ({
    total: subtotal(sheet),
    donated: totalGiven(sheet),
    hasGift: sheet.hasGift,
    turns: sheet.points.map((points, at) => /** @type {Boxes} */ ([points, sheet.bonus[at], sheet.given[at]])),
  }));

/** @param {string} position @param {number} seat @param {number} total points, bonus and gifts received */
export function withTotal(position, seat, total) {
  const state = readSeat(position, seat);
  return rebuilt(state, { seats: changed(state, seat, { total }), fixed: [seat] });
}

/** @param {string} position @param {number} seat @param {number} donated */
export function withDonated(position, seat, donated) {
  const state = readSeat(position, seat);
  return rebuilt(state, { seats: changed(state, seat, { donated }), fixed: [seat] });
}

/** Several totals and sums of gifts at once. @param {string} position @param {readonly {total: number, donated: number}[]} sums by seat */
export function withSums(position, sums) {
  const state = readPosition(position);
  const seats = sumsOf(state).map((seat, at) => ({ ...seat, ...sums[at] }));
  return rebuilt(state, { seats, fixed: [...seats.keys()] });
}

/** The same leads, in totals and in gifts, as in another position; where they are impossible, the nearest. @param {string} position @param {string} other with as many players */
export function withLeads(position, other) {
  const [state, from] = [readPosition(position), readPosition(other)];
  const [seats, leads] = [sumsOf(state), sumsOf(from)];
  const mean = (/** @type {SeatSums[]} */ sums, /** @type {"total" | "donated"} */ name) => sums.reduce((before, seat) => before + seat[name], 0) / sums.length;
  const [total, donated] = /** @type {const} */ (["total", "donated"]).map((name) => {
    const shift = Math.round(mean(seats, name) - mean(leads, name));
    return leads.map((seat) => seat[name] + shift);
  });
  return rebuilt(state, { seats: seats.map((seat, at) => ({ ...seat, total: total[at], donated: donated[at], hasGift: leads[at].hasGift })) });
}

/** What a seat can have: the total with the gifts that it has donated, and the gifts. @param {GameState} state @param {number} seat */
export function limitsOf(state, seat) {
  const turns = turnsOf(state.setup, state.round, state.active, state.turn, sumsOf(state), seat);
  const received = state.sheets[seat].received.reduce((sum, gift) => sum + gift, 0);
  const { least, most } = totalsWith(turns, totalGiven(state.sheets[seat]));
  return { leastTotal: least + received, mostTotal: most + received, mostDonated: mostGiven(turns) };
}

/** The same turn in another round; rounds after it are taken away, missing ones are average. One past the last is the end. @param {string} position @param {number} round */
export function withRound(position, round) {
  const state = readPosition(position);
  const { rounds } = state.setup.ruleset;
  if (!isWhole(round, 1, rounds + 1)) throw new Refused("rounds-out-of-range", { rounds: round, least: 1, most: rounds });
  return moved(state, round, round > rounds ? 0 : state.active);
}

/** Another active player in the same round, with the same dice. @param {string} position @param {number} seat */
export function withActive(position, seat) {
  const state = readSeat(position, seat);
  return moved(state, Math.min(state.round, state.setup.ruleset.rounds), seat);
}

/** Fewer players are the first ones; a new one has the average of the others. @param {string} position @param {number} players */
export function withPlayers(position, players) {
  const state = readPosition(position);
  const { ruleset, diceSet } = state.setup;
  const setup = setupOf(players, ruleset, diceSet);
  const before = sumsOf(state);
  const mean = (/** @type {"total" | "donated"} */ name) => Math.round(before.reduce((sum, seat) => sum + seat[name], 0) / before.length);
  const added = { total: mean("total"), donated: mean("donated"), hasGift: true, turns: [] };
  const seats = Array.from({ length: players }, (_, seat) => before[seat] ?? added);
  const active = Math.min(state.active, players - 1);
  const isSame = active === state.active && recipientOf(state) === (active + 1) % players;
  return rebuilt(state, { setup, active, seats, turn: isSame ? state.turn : unasked(state) });
}

/** Whether the 2x box of a seat is free. @param {string} position @param {number} seat @param {boolean} hasGift */
export function withGift(position, seat, hasGift) {
  const state = readSeat(position, seat);
  if (hasGift === state.sheets[seat].hasGift) return position;
  if (!hasGift && !state.sheets[seat].received.length) throw new Refused("position-gift-never-asked");
  const turn = hasGift && seat === recipientOf(state) ? { ...state.turn, asked: false } : state.turn;
  return rebuilt(state, { seats: changed(state, seat, { hasGift }), turn: { ...turn, declined: turn.declined && hasGift } });
}

/** Whether the recipient has asked in this turn. @param {string} position @param {boolean} asked */
export function withAsked(position, asked) {
  const state = readPosition(position);
  const recipient = recipientOf(state);
  if (asked === state.turn.asked) return position;
  if (isOver(state)) throw new Refused("game-over");
  if (asked && !state.sheets[recipient].hasGift) throw new Refused("gift-spent");
  return rebuilt(state, { seats: changed(state, recipient, { hasGift: !asked }), turn: { ...state.turn, asked, declined: false } });
}

/** How often the dice were rolled in this turn, 0 to 3. @param {string} position @param {number} rolls @param {Numbers} [numbers] of the dice; by default those on the table */
export function withRolls(position, rolls, numbers) {
  const state = readPosition(position);
  if (isOver(state)) throw new Refused("game-over");
  if (!isWhole(rolls, 0, ROLLS)) throw new Refused("no-rolls-left");
  const { turn } = state;
  const shown = numbers ?? (turn.rolls ? turn.numbers : FIRST_DICE);
  state.setup.diceSet.faces(shown);
  if (!rolls) return rebuilt(state, { turn: { ...START_OF_TURN, asked: turn.asked } });
  const stays = rolls < ROLLS && turn.rolls > 0;
  return rebuilt(state, { turn: { ...turn, rolls, numbers: shown, stopped: stays && turn.stopped, declined: stays && turn.declined } });
}

/** All dice at once; before the first roll, they are the first one. @param {string} position @param {Numbers} numbers */
export const withNumbers = (position, numbers) => withRolls(position, readPosition(position).turn.rolls || 1, numbers);

/** Another face of one die. @param {string} position @param {number} die @param {number} number */
export function withFace(position, die, number) {
  const { setup, turn } = readPosition(position);
  setup.diceSet.face(die, number);
  return withNumbers(position, (turn.rolls ? turn.numbers : FIRST_DICE).with(die, number));
}

/** House rules. With fewer rounds, the last ones are taken away. @param {string} position @param {Partial<Ruleset>} rules */
export function withRules(position, rules) {
  const state = readPosition(position);
  const ruleset = rulesetOf({ ...state.setup.ruleset, ...rules });
  const setup = setupOf(state.setup.players, ruleset, state.setup.diceSet);
  const turn = ruleset.lateAsking ? state.turn : { ...state.turn, stopped: false, declined: false };
  const round = Math.min(state.round, ruleset.rounds + Number(isOver(state)));
  return rebuilt(state, { setup, round, turn, seats: round === state.round ? sumsOf(state) : shifted(state, setup, round, state.active) });
}

/** Other dice, with the same numbers on the table. @param {string} position @param {string} layout six words of six letters */
export function withDice(position, layout) {
  const state = readPosition(position);
  const { players, ruleset } = state.setup;
  return rebuilt(state, { setup: setupOf(players, ruleset, DiceSet.read(layout)) });
}

/** Whole sheets as they were written; whose turn it is follows from them. @param {string} position @param {readonly {turns: readonly Boxes[], hasGift: boolean}[]} sheets by seat */
export function withSheets(position, sheets) {
  const state = readPosition(position);
  const [mark, , , ...rules] = writePosition(state).split(" ");
  const seats = sheets.map(({ turns, hasGift }) => `${turns.map(([points, bonus, given]) => `${points}+${bonus}-${given}`)}:${hasGift ? "2x" : "--"}`);
  const text = [mark, seats.join("/"), "-", ...rules].join(" ");
  const before = readPosition(text);
  if (isOver(before) || isOver(state)) return text;
  // The dice stay; whether somebody asked for the greatest of gifts in this turn does not.
  return writePosition(readPosition(writePosition(stateOf(before.setup, before.round, before.active, unasked(state), before.sheets))));
}

/** @param {string} position @param {number} seat */
function readSeat(position, seat) {
  const state = readPosition(position);
  checkSeat(seat, state.sheets.length);
  return state;
}

/** @param {GameState} state @param {number} seat @param {Partial<SeatSums>} change */
const changed = (state, seat, change) => sumsOf(state).map((sums, at) => (at === seat ? { ...sums, ...change } : sums));

/** The dice of a turn in which nobody has asked or stopped. @param {GameState} state @returns {Turn} */
const unasked = ({ turn }) => (turn.rolls ? { ...turn, asked: false, stopped: false, declined: false } : START_OF_TURN);

/** Another round or another active player: sheets lose their last turns, or get average ones. @param {GameState} state @param {number} round @param {number} active */
function moved(state, round, active) {
  const isSame = active === state.active && !isOver(state);
  const over = round > state.setup.ruleset.rounds;
  const turn = over ? START_OF_TURN : isSame ? state.turn : unasked(state);
  const seats = shifted(state, state.setup, round, active);
  // Who had asked in this turn only, has not.
  const given = state.turn.asked && !turn.asked ? recipientOf(state) : -1;
  return rebuilt(state, { round, active, turn, seats: seats.map((seat, at) => (at === given ? { ...seat, hasGift: true } : seat)) });
}

/** The sums of sheets that have lost their last turns, or got average ones. @param {GameState} state @param {Setup} setup @param {number} round @param {number} active @returns {SeatSums[]} */
function shifted(state, setup, round, active) {
  const seats = sumsOf(state).map((seat, at) => {
    const count = turnsBefore(round, active, at);
    const missing = Math.max(0, count - seat.turns.length);
    return { ...seat, turns: [...seat.turns.slice(0, count), ...Array(missing).fill(USUAL)] };
  });
  return seats.map((seat, at) => {
    const received = donatedBy(seats[(at + seats.length - 1) % seats.length].turns);
    return { ...seat, donated: donatedBy(seat.turns), total: ownOf(seat.turns) + received };
  });
}

/** How many turns a seat has had. @param {number} round @param {number} active @param {number} seat */
const turnsBefore = (round, active, seat) => round - 1 + Number(seat < active);

/** @param {readonly Boxes[]} turns */
const donatedBy = (turns) => turns.reduce((sum, [, , given]) => sum + given, 0);
/** @param {readonly Boxes[]} turns */
const ownOf = (turns) => turns.reduce((sum, [points, bonus]) => sum + points + bonus, 0);

/**
 * The position with these sums. Those of `fixed` seats must be possible; all others become the nearest that are.
 * @param {GameState} state @param {{setup?: Setup, round?: number, active?: number, turn?: Turn, seats?: SeatSums[], fixed?: number[]}} change
 */
function rebuilt(state, { setup = state.setup, round = state.round, active = state.active, turn = state.turn, seats = sumsOf(state), fixed = [] }) {
  const turns = seats.map((_, at) => turnsOf(setup, round, active, turn, seats, at));
  const donated = seats.map((seat, at) => {
    const isThere = (/** @type {number} */ gifts) => isAsEntered(seat, turns[at], gifts) || totalsWith(turns[at], gifts).least < Infinity;
    const most = mostGiven(turns[at]);
    const possible = isThere(seat.donated) ? seat.donated : nearest(Math.min(Math.max(Math.trunc(seat.donated) || 0, 0), most), isThere);
    if (fixed.includes(at) && possible !== seat.donated) throw new Refused("donated-impossible", { seat: at, donated: quoted(seat.donated), nearest: possible });
    return possible;
  });
  const written = seats.map((seat, at) => {
    const received = donated[(at + seats.length - 1) % seats.length];
    const boxes = boxesOf(seat, turns[at], seat.total - received, donated[at]);
    const possible = ownOf(boxes) + received;
    if (fixed.includes(at) && possible !== seat.total) throw new Refused("total-impossible", { seat: at, total: quoted(seat.total), nearest: possible });
    return boxes;
  });
  const sheets = seats.map(({ hasGift }, at) => {
    const [points, bonus, given] = [0, 1, 2].map((box) => written[at].map((boxes) => boxes[box]));
    const received = written[(at + seats.length - 1) % seats.length].map((boxes) => boxes[2]);
    const asksNow = turn.asked && at === (active + 1) % seats.length;
    // Nobody can have asked before there was a gift.
    const spent = !hasGift && (received.length > 0 || asksNow);
    return { points, bonus, received, given, hasGift: !spent };
  });
  return writePosition(readPosition(writePosition(stateOf(setup, round, active, turn, sheets))));
}

/** What the turns of a seat can be. @param {Setup} setup @param {number} round @param {number} active @param {Turn} turn @param {readonly SeatSums[]} seats @param {number} seat @returns {Turns} */
function turnsOf({ ruleset }, round, active, turn, seats, seat) {
  const recipient = (seat + 1) % seats.length;
  const asksNow = turn.asked && recipient === (active + 1) % seats.length;
  return { turns: turnsBefore(round, active, seat), doubled: !seats[recipient].hasGift && !asksNow, freeGiving: ruleset.freeGiving };
}

/** Whether the turns of a sheet give this, whatever the rules allow. @param {SeatSums} seat @param {Turns} turns @param {number} donated */
const isAsEntered = (seat, { turns }, donated) => seat.turns.length === turns && donatedBy(seat.turns) === donated;

/** The nearest number for which there is something. @template T @param {number} wanted whole @param {(number: number) => T | null | false} of */
function nearest(wanted, of) {
  for (let away = 0; away <= FURTHEST; away += 1) for (const number of [wanted + away, wanted - away]) if (of(number)) return number;
  throw new Error(`nothing near ${wanted}`);
}

/** The boxes of a seat with this sum, or with the nearest that there is. @param {SeatSums} seat @param {Turns} turns @param {number} own points and bonus @param {number} donated @returns {readonly Boxes[]} */
function boxesOf(seat, turns, own, donated) {
  if (isAsEntered(seat, turns, donated) && ownOf(seat.turns) === own) return seat.turns;
  const { least, most } = totalsWith(turns, donated);
  // Gifts as entered that no turns explain have the sum as entered, too.
  if (least > most) return seat.turns;
  /** @type {readonly Boxes[]} */
  let boxes = [];
  nearest(Math.min(Math.max(Math.trunc(own) || 0, least), most), (sum) => {
    const found = turnsWith(seat.turns, turns, sum, donated);
    if (found) boxes = found;
    return found;
  });
  return boxes;
}
