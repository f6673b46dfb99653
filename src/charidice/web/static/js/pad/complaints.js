/** The complaints about a turn on the pad in words, and the confirmation that the turn is right. */

import { faceWords, say } from "../lib/text.js";

/** @import { Entered, PadTurn } from "../types.d.ts" */
/** @import { PadTurnView, PadView } from "../wire.d.ts" */

/** One sentence for each complaint. @param {PadTurnView} turn @param {(seat: number) => string} name */
export const complaintsOf = (turn, name) => turn.complaints.map(({ code, ...values }) => say(`pad.complaint.${code}`, { ...values, ...inWords(values), player: name(turn.recipient) }));

/** Faces as words. @param {{face?: string, other?: string}} values */
const inWords = ({ face, other }) => (face && other ? { face: faceWords(face), other: faceWords(other) } : {});

/** The label of the button that keeps the turn. @param {PadTurnView} turn */
export const keepingWords = (turn) => say(asksForDice(turn) ? "web.pad.keep.dice" : "web.pad.keep");

/** Whether a complaint is that the box has other dice. @param {PadTurnView} turn */
export const asksForDice = ({ complaints }) => complaints.some(({ code }) => code === "other-dice");

/** Whether somebody has said that the box has other dice than the pad. @param {PadView | null} pad */
export const hasOtherDice = (pad) => Boolean(pad?.turns.flat().some(({ value }) => value && value.by !== "nothing" && value.confirmed?.includes("other-dice")));

/** The turn as it stands, with its complaints answered. @param {PadTurn} turn @returns {Entered} */
export function asItIs({ value, boxes, complaints }) {
  if (!value || value.by === "nothing") throw new Error("nothing to keep");
  const confirmed = [...new Set([...(value.confirmed ?? []), ...complaints.map(({ code }) => code)])];
  return { value: /** @type {Entered["value"]} */ ({ ...value, confirmed }), boxes };
}

/** The earlier entries with other values than now or next; a confirmation has the same values. @param {PadTurnView} turn */
export const correctedIn = ({ trace, value }) =>
  trace.filter((before, at) => ![value, trace[at + 1]?.value].some((other) => other !== undefined && saying(before.value) === saying(other)));

/** @param {PadTurnView["value"]} value */
const saying = (value) => JSON.stringify({ ...value, confirmed: [] });
