/** What the screens are shown of a score pad of this device, in the form of a server. */

import { boxesOf } from "../engine/pad/entries.js";
import { subtotalOf, totalGivenOf } from "../engine/pad/pad.js";
import { possibleScores } from "../engine/pad/possible.js";
import { boxesView } from "./pads.js";

/** @import { PadEntry } from "../engine/pad/entries.js" */
/** @import { Complaint } from "../engine/pad/complaints.js" */
/** @import { Pad, PadSheet, PadTurn } from "../engine/pad/pad.js" */
/** @import { Result } from "../engine/sheet.js" */
/** @import { Entered } from "./types.d.ts" */
/** @import { Table } from "./table.js" */
/** @import { ComplaintView, PadTurnView, PadView, PossibleScores, SheetView, TracedEntry } from "../wire.d.ts" */

/** @param {Table} table @returns {PadView | null} */
export function padView(table) {
  const { pad } = table;
  if (!pad) return null;
  const { rounds, seats } = pad;
  return { ...padSummary(pad), turns: Array.from({ length: rounds }, (_, round) => seats.map((seat) => turnView(table, pad.turn(round + 1, seat)))) };
}

/** Everything but the turns. @param {Pad} pad @returns {Omit<PadView, "turns">} */
export function padSummary(pad) {
  const { nextTurn: coming, sheets, results, rounds, seats } = pad;
  const most = Math.max(...sheets.map(totalGivenOf));
  return {
    round: coming?.round ?? rounds,
    rounds,
    active: coming?.seat ?? null,
    recipient: coming?.recipient ?? null,
    sheets: sheets.map((sheet, seat) => sheetView(sheet, results?.[seat] ?? null)),
    givers: seats.filter((seat) => most && totalGivenOf(sheets[seat]) === most),
    missing: pad.missingToGreatCharity,
    winners: pad.winners,
  };
}

/** @param {PadSheet} sheet @param {Result | null} result @returns {SheetView} */
function sheetView(sheet, result) {
  const { points, bonus, received, given, hasGift } = sheet;
  return { points: [...points], bonus: [...bonus], received: [...received], given: [...given], has_gift: hasGift, subtotal: subtotalOf(sheet), total_given: totalGivenOf(sheet), result };
}

/** @param {Table} table @param {PadTurn} turn @returns {PadTurnView} */
function turnView(table, { round, seat, recipient, standing, replaced, rivals, value, boxes, complaints }) {
  const traced = (/** @type {PadEntry} */ entry) => tracedEntry(table, entry);
  return {
    ...{ round, seat, recipient },
    standing: standing.map(({ id }) => id),
    boxes: boxes && boxesView(boxes),
    value: value && traced(standing[0]).value,
    complaints: complaints.map(complaintView),
    rivals: rivals.map(traced),
    trace: replaced.map(traced),
  };
}

/** @param {Complaint} complaint */
export const complaintView = ({ code, values }) => /** @type {ComplaintView} */ ({ code, ...values });

/** @param {Table} table @param {PadEntry} entry @returns {TracedEntry} */
function tracedEntry({ entered, settings }, { id, value }) {
  const { at, event } = /** @type {{at: string, event: Entered}} */ (entered.get(id));
  const boxes = boxesOf(value, settings.free_giving);
  return { entry: id, holder: event.holder, at, value: event.value, boxes: boxes && boxesView(boxes) };
}

/** All that any six dice can bring. @param {boolean} freeGiving @returns {PossibleScores} */
export function scores(freeGiving) {
  /** @type {Map<string, PossibleScores["scores"][number]>} */
  const byPoints = new Map();
  for (const [points, bonus, gift] of possibleScores(freeGiving)) {
    const key = `${points} ${bonus}`;
    const gifts = byPoints.get(key)?.gifts ?? [];
    byPoints.set(key, { points, bonus, gifts: [...gifts, gift] });
  }
  return { scores: [...byPoints.values()] };
}
