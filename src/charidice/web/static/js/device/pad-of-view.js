/** The score pad behind a view. */

import { DiceSet } from "../engine/dice.js";
import { Pad } from "../engine/pad/pad.js";
import { rulesetOf } from "../engine/ruleset.js";
import { seatName } from "../lib/text.js";
import { padEntry } from "./pads.js";

/** @import { PadTurnView, PadValueOutput, PadView, View } from "../wire.d.ts" */

/** @param {View["settings"]} settings */
export const rulesOf = ({ rounds, free_giving, late_asking }) => rulesetOf({ rounds, freeGiving: free_giving, lateAsking: late_asking });

/** @param {View["settings"]} settings */
export const diceOf = ({ dice }) => (dice === null ? undefined : DiceSet.read(dice));

/** With the entries that count, those that differ included; without the replaced ones. @param {View} view @param {PadView} shown the pad of this view */
export function padOfView({ seats, settings }, { turns }) {
  const pad = new Pad(seats.map(seatName), rulesOf(settings), diceOf(settings));
  for (const turn of turns.flat()) {
    for (const { entry, value } of standing(turn)) pad.add(padEntry({ entry, round: turn.round, seat: turn.seat, value, replaces: [] }));
  }
  return pad;
}

/** @param {PadTurnView} turn @returns {{entry: string, value: PadValueOutput}[]} */
const standing = ({ rivals, standing: [entry], value }) => (rivals.length ? rivals : value ? [{ entry, value }] : []);
