/** The pad as this phone sees it: the server's, with the entries laid over it that are not handed in yet. */

import { padOfView } from "../device/pad-of-view.js";
import { complaintView, padSummary } from "../device/pad-view.js";
import { boxesView, complete, padEntry } from "../device/pads.js";
import { Refused } from "../engine/errors.js";

/** @import { Pad, PadTurn as Fold } from "../engine/pad/pad.js" */
/** @import { KeptEntry, PadTurn } from "../types.d.ts" */
/** @import { PadValueOutput, PadTurnView, PadView, View } from "../wire.d.ts" */

/** @param {View} view @param {PadView} pad of this view @param {KeptEntry[]} entries @returns {PadView} */
export function laidOver(view, pad, entries) {
  const pending = entries.filter(({ refused }) => !refused);
  if (!pending.length) return pad;
  const fold = padOfView(view, pad);
  const values = new Map(pending.map(({ entry, value }) => [entry, complete(value)]));
  // What is entered here counts here, whatever else has come for this turn meanwhile.
  for (const kept of pending) add(fold, kept, complete(kept.value));
  const turns = pad.turns.map((round) =>
    round.map((turn) => {
      const laid = fold.turn(turn.round, turn.seat);
      const value = values.get(laid.standing[0]?.id);
      return value ? pendingTurn(turn, laid, value) : turn;
    }),
  );
  return { ...padSummary(fold), turns };
}

/** Adds an entry that replaces what is there. @param {Pad} fold @param {{entry: string, round: number, seat: number}} kept @param {PadValueOutput} value */
function add(fold, { entry, round, seat }, value) {
  try {
    const read = padEntry({ entry, round, seat, value, replaces: fold.turn(round, seat).standing.map(({ id }) => id) });
    fold.check(read);
    fold.add(read);
  } catch (refusal) {
    // The server will refuse it, too, and say why.
    if (!(refusal instanceof Refused)) throw refusal;
  }
}

/** @param {PadTurnView} turn @param {Fold} laid @param {PadValueOutput} value @returns {PadTurn} */
function pendingTurn(turn, laid, value) {
  const { standing: entries, boxes, complaints } = laid;
  return { ...turn, standing: entries.map(({ id }) => id), value, boxes: boxes && boxesView(boxes), complaints: complaints.map(complaintView), rivals: [], pending: true };
}

/** Whether nobody has entered anything for a turn. @param {PadTurn} turn */
export const isEmpty = ({ boxes, rivals }) => !boxes && !rivals.length;
