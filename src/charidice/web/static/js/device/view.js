/** The view of a table of this device, the same as a server's. */

import { diceOf } from "../engine/dice.js";
import { facesOf, isOver, optionsOf, recipientOf, rollsLeft } from "../engine/state.js";
import { results, subtotal, totalGiven, winners } from "../engine/sheet.js";
import { seatName } from "../lib/text.js";
import { ME } from "./me.js";
import { optionViews } from "./options.js";
import { padView } from "./pad-view.js";

/** @import { Result, Sheet } from "../engine/sheet.js" */
/** @import { Dice } from "../engine/dice.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { Table } from "./table.js" */
/** @import { GameView, SeatView, SheetView, RecentTable, View } from "../wire.d.ts" */

/** @param {Table} table @param {number} wait the milliseconds in which only the recipient may act @returns {View} */
export function viewOf(table, wait) {
  return {
    table: table.id,
    stage: table.stage,
    host: ME,
    hosts: [ME],
    commitment: table.commitment,
    starting: null,
    begins: null,
    rematch: table.rematch,
    settings: table.settings,
    seats: seatsOf(table),
    pad: padView(table),
    seq: table.seq,
    game: gameOf(table, wait),
  };
}

/** @param {Table} table @returns {SeatView[]} */
function seatsOf({ seats }) {
  return seats.map(({ name, bot }, seat) => ({
    seat,
    name,
    person: bot === null,
    bot,
    holder: bot === null ? ME : null,
    twin: bot === null ? 1 : seats.slice(0, seat + 1).filter((other) => other.bot === bot).length,
    recipient: (seat + 1) % seats.length,
    online: true,
    away: false,
  }));
}

/** The names of the players, those of bots in the page's language. @param {Table} table */
export const playersOf = (table) => seatsOf(table).map(seatName);

/** @param {Table} table @param {number} wait @returns {GameView | null} */
function gameOf(table, wait) {
  const { match, passed, seats } = table;
  return match && gameView(match.state, match.kept, { passed, wait, may: seats.map((_, seat) => table.may(seat)) });
}

/** The view of a game state; the fields that do not follow from it come last. @param {GameState} state @param {Dice} kept @param {Partial<Pick<GameView, "passed" | "wait" | "may">>} around @returns {GameView} */
export function gameView(state, kept, { passed = false, wait = 0, may = state.sheets.map(() => []) } = {}) {
  const { turn, round, active, sheets, setup } = state;
  const final = isOver(state) ? results(sheets) : null;
  return {
    round: Math.min(round, setup.ruleset.rounds),
    rounds: setup.ruleset.rounds,
    active,
    recipient: recipientOf(state),
    rolls: turn.rolls,
    rolls_left: final ? 0 : rollsLeft(state),
    faces: [...facesOf(state)],
    kept: [...diceOf(kept)],
    asked: turn.asked,
    stopped: turn.stopped,
    declined: turn.declined,
    passed,
    wait,
    may,
    winners: final && winners(final),
    options: optionViews(optionsOf(state), turn.numbers, turn.asked),
    sheets: sheets.map((sheet, seat) => sheetOf(sheet, final?.[seat] ?? null)),
  };
}

/** @param {Sheet} sheet @param {Result | null} result @returns {SheetView} */
const sheetOf = (sheet, result) => ({
  points: [...sheet.points],
  bonus: [...sheet.bonus],
  received: [...sheet.received],
  given: [...sheet.given],
  has_gift: sheet.hasGift,
  subtotal: subtotal(sheet),
  total_given: totalGiven(sheet),
  result,
});

/** A line of the list of games. @param {Table} table @returns {RecentTable} */
export function summaryOf(table) {
  const game = padView(table) ?? gameOf(table, 0);
  const final = game?.winners ? game.sheets.map(({ result }) => result?.total ?? 0) : null;
  return {
    table: table.id,
    stage: table.stage,
    seats: seatsOf(table),
    round: game?.round ?? null,
    rounds: table.settings.rounds,
    pad: table.settings.pad,
    turn: game && !final ? game.active : null,
    mine: table.seats.flatMap(({ bot }, seat) => (bot === null ? [seat] : [])),
    totals: final ?? (game?.sheets.map(({ subtotal: points }) => points) ?? []),
    winners: game?.winners ?? null,
    touched: String(table.log.at(-1)?.at),
  };
}
