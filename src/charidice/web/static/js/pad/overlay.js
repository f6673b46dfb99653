/** The pad as this phone sees it: the server's, with the entries laid over it that are not handed in yet. It only adds up. */

import { sumOf } from "../parts/boxes.js";

/** @import { KeptEntry, PadTurn } from "../types.d.ts" */
/** @import { PadValueOutput, PadView, SheetView } from "../wire.d.ts" */

/** @param {PadView} pad @param {KeptEntry[]} entries @returns {PadView} */
export function laidOver(pad, entries) {
  const pending = entries.filter(({ refused }) => !refused);
  if (!pending.length) return pad;
  const shown = structuredClone(pad);
  for (const { entry, round, seat, value, boxes } of pending) {
    /** @type {Partial<PadTurn>} */
    const entered = { standing: [entry], value: /** @type {PadValueOutput} */ (value), boxes: value.by === "nothing" ? null : boxes, pending: true, rivals: [], complaints: [] };
    Object.assign(shown.turns[round - 1][seat], entered);
  }
  const turns = shown.turns.flat();
  const next = turns.find(isEmpty);
  const sheets = shown.sheets.map((sheet, seat) => addedUp(sheet, seat, shown.turns));
  const most = (/** @type {SheetView[]} */ of) => Math.max(...of.map(({ total_given: given }) => given));
  return {
    ...shown,
    ...{ round: next?.round ?? shown.rounds, active: next?.seat ?? null, recipient: next?.recipient ?? null, sheets },
    givers: sheets.flatMap(({ total_given: given }, seat) => (given && given === most(sheets) ? [seat] : [])),
    missing: Math.max(0, shown.missing - most(sheets) + most(pad.sheets)),
  };
}

/** Whether nobody has entered anything for a turn. @param {PadTurn} turn */
export const isEmpty = ({ boxes, rivals, pending, value }) => !boxes && !rivals.length && !(pending && value?.by !== "nothing");

/** @param {SheetView} sheet @param {number} seat @param {PadTurn[][]} turns @returns {SheetView} */
function addedUp(sheet, seat, turns) {
  const own = turns.map((round) => round[seat].boxes);
  const others = turns.map((round) => round.find(({ recipient }) => recipient === seat)?.boxes);
  const column = (/** @type {(number | undefined)[]} */ numbers) => numbers.map((number) => number ?? null);
  const [points, bonus, given] = [column(own.map((boxes) => boxes?.points)), column(own.map((boxes) => boxes?.bonus)), column(own.map((boxes) => boxes?.gift))];
  const received = column(others.map((boxes) => boxes?.received));
  const subtotal = sumOf([...points, ...bonus, ...received]);
  return { ...sheet, points, bonus, received, given, has_gift: !others.some((boxes) => boxes?.asked), subtotal, total_given: sumOf(given), result: null };
}
