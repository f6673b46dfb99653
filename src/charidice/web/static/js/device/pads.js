/** Score pads of this device: the event of an entry, and the state of the game that it leads to. */

import { readFace, readFaces } from "../engine/dice.js";
import { askedFor, isWritable } from "../engine/engine.js";
import { Refused } from "../engine/errors.js";
import { boxesOf, byDice, enteredRoll, NOTHING } from "../engine/pad/entries.js";
import { MOST_IN_A_BOX, ROLLS } from "../engine/ruleset.js";
import { withTurn } from "../engine/state.js";
import { ME } from "./me.js";

/** @import { Noted } from "../engine/moves.js" */
/** @import { PadEntry, Value } from "../engine/pad/entries.js" */
/** @import { Pad } from "../engine/pad/pad.js" */
/** @import { Entered } from "./types.d.ts" */
/** @import { Table } from "./table.js" */
/** @import { Boxes, NewEntry, PadValueInput, PadValueOutput } from "../wire.d.ts" */

/** A turn for the pad, null if it has been entered already. @param {Table} table @param {NewEntry} request @returns {Entered | null} */
export function enter(table, { entry, round, seat, value, replaces = [] }) {
  if (table.moves.has(entry)) return null;
  const pad = padOf(table);
  /** @type {Entered} */
  const entered = { event: "entered", entry, round, seat, value: complete(value), replaces, holder: ME };
  const read = pad.withoutIdleIds(padEntry(entered));
  pad.check(read);
  const boxes = boxesOf(read.value, table.settings.free_giving);
  if (boxes && !isWritable(boxes)) throw new Refused("box-out-of-range", { most: MOST_IN_A_BOX });
  return { ...entered, replaces: [...read.replaces].sort() };
}

/** @param {Table} table @returns {Pad} */
export function padOf({ pad }) {
  if (!pad) throw new Refused("no-pad");
  return pad;
}

/** With everything that may be left out. @param {PadValueInput} value @returns {PadValueOutput} */
export function complete(value) {
  switch (value.by) {
    case "dice": {
      const { rolls, every = false, scored, asked = false, asked_after = 0, confirmed = [] } = value;
      return { by: "dice", rolls: rolls.map(({ faces, keep = [] }) => ({ faces, keep })), every, scored, asked, asked_after, confirmed };
    }
    case "points": {
      const { points, bonus, gift, received = null, asked = false, confirmed = [] } = value;
      return { by: "points", points, bonus, gift, received, asked, confirmed };
    }
    default:
      return { by: "nothing" };
  }
}

/** @param {Pick<Entered, "entry" | "round" | "seat" | "value" | "replaces"> & Partial<Entered>} event @returns {PadEntry} */
export const padEntry = ({ entry, round, seat, value, replaces }) => Object.freeze({ id: entry, round, seat, value: readValue(value), replaces: new Set(replaces) });

/** @param {PadValueOutput} value @returns {Value} */
function readValue(value) {
  if (value.by === "points") return Object.freeze(value);
  if (value.by === "nothing") return NOTHING;
  const { rolls, scored, asked, every, asked_after: askedAfter, confirmed } = value;
  return byDice({ rolls: rolls.map(({ faces, keep }) => enteredRoll(faces.map(readFace), keep.map(readFace))), scored: scored.map(readFace), asked, every, askedAfter, confirmed });
}

/** @param {Noted} boxes @returns {Boxes} */
export const boxesView = ({ points, bonus, gift, received, asked }) => ({ points, bonus, gift, received, asked });

/** The state of the game that a hint is about: these faces, after so many rolls of a turn. @param {Pad} pad @param {{round: number, seat: number, faces: string, rolls: number, asked: boolean}} question */
export function stateFor(pad, { round, seat, faces, rolls, asked }) {
  pad.requireTurn(round, seat);
  const before = pad.stateBefore(pad.turn(round, seat));
  if (!before) throw new Refused("pad-gaps");
  const state = withTurn(before, { rolls: Math.min(Math.max(rolls, 1), ROLLS), numbers: pad.opening.diceSet.numbers(readFaces(faces)) });
  return asked ? askedFor(state) : state;
}
