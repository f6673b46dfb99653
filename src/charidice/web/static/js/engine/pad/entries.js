/** The entries of a pad: a turn by its dice, by its boxes, or cleared. */

import { ALL_DICE, colourOf, DICE, maskOf, numberOf } from "../dice.js";
import { Refused } from "../errors.js";
import { noted } from "../moves.js";
import { ROLLS } from "../ruleset.js";
import { optionsOfFaces, whyNotScorable } from "../scoring.js";

/** @import { Face } from "../dice.js" */
/** @import { Noted } from "../moves.js" */
/** @import { Code } from "./complaints.js" */

/**
 * The six faces after a roll, and the kept ones among them.
 * @typedef {Readonly<{faces: readonly Face[], keep: readonly Face[]}>} EnteredRoll
 *
 * The final faces of a turn, and the scored ones.
 * @typedef {object} ByDiceFields
 * @property {"dice"} by
 * @property {readonly EnteredRoll[]} rolls  All rolls of the turn with `every`, else the last one.
 * @property {readonly Face[]} scored
 * @property {boolean} asked
 * @property {boolean} every
 * @property {number} askedAfter  With `every`: the number of rolls before the recipient asked.
 * @property {readonly Code[]} confirmed  The complaints that a player has seen and overruled.
 * @typedef {Readonly<ByDiceFields>} ByDice
 *
 * The boxes as typed: box 4 doubled if the recipient has asked; box 3 of the recipient, null if it is the same.
 * @typedef {Readonly<{by: "points", points: number, bonus: number, gift: number, received: number | null, asked: boolean, confirmed: readonly Code[]}>} ByPoints
 *
 * The turn is cleared.
 * @typedef {Readonly<{by: "nothing"}>} Nothing
 * @typedef {ByDice | ByPoints | Nothing} Value
 *
 * An entry for one turn; `replaces` has the ids of the entries that its author saw there.
 * @typedef {Readonly<{id: string, round: number, seat: number, value: Value, replaces: ReadonlySet<string>}>} PadEntry
 */

/** @type {Nothing} */
export const NOTHING = Object.freeze({ by: "nothing" });

/** @param {readonly Face[]} faces @param {readonly Face[]} [keep] @returns {EnteredRoll} */
export function enteredRoll(faces, keep = []) {
  const shown = ascending(faces);
  if (shown.length !== DICE) throw new Refused("not-six-faces", { count: shown.length });
  return Object.freeze({ faces: shown, keep: ascending(keep) });
}

/** A turn by its dice, checked. @param {Pick<ByDice, "rolls" | "scored"> & Partial<ByDice>} fields @returns {ByDice} */
export function byDice({ rolls, scored, asked = false, every = false, askedAfter = 0, confirmed = [] }) {
  const value = { by: /** @type {const} */ ("dice"), rolls, scored: ascending(scored), asked, every, askedAfter, confirmed };
  const most = every ? ROLLS : 1;
  if (!rolls.length || rolls.length > most) throw new Refused("rolls-out-of-range", { count: rolls.length, most: ROLLS });
  const missing = value.scored.find((face) => !facesOf(value).includes(face));
  if (missing) throw new Refused("face-not-there", { face: missing });
  return Object.freeze(value);
}

/** The faces on the table at the end of the turn. @param {Pick<ByDice, "rolls">} value */
export const facesOf = ({ rolls }) => rolls[rolls.length - 1].faces;

/** The boxes of a value on both sheets, null for a cleared turn; refuses dice that cannot be scored. @param {Value} value @param {boolean} freeGiving @returns {Noted | null} */
export function boxesOf(value, freeGiving) {
  switch (value.by) {
    case "nothing":
      return null;
    case "points":
      return noted(value.points, value.bonus, value.gift, value.received ?? value.gift, value.asked);
    case "dice": {
      const { points, bonus, gift } = optionOf(value, freeGiving);
      const written = value.asked ? 2 * gift : gift;
      return noted(points, bonus, written, written, value.asked);
    }
  }
}

/** The chosen way to score, found by the faces alone, whatever dice they are on. @param {ByDice} value @param {boolean} freeGiving */
function optionOf(value, freeGiving) {
  const faces = facesOf(value);
  const dice = maskOf(ALL_DICE.filter((die) => value.scored.includes(faces[die])));
  const option = optionsOfFaces(faces, freeGiving).find((each) => each.dice === dice);
  if (option) return option;
  const [code, values] = whyNotScorable(faces, dice);
  throw new Refused(code, values);
}

/** Whether two values say the same; which complaints were confirmed does not count. @param {Value} value */
export const keyOf = (value) => JSON.stringify({ ...value, confirmed: [] });

/** @param {Value} value @returns {readonly Code[]} */
export const confirmedIn = (value) => (value.by === "nothing" ? [] : value.confirmed);

/** @param {readonly Face[]} faces @returns {readonly Face[]} */
function ascending(faces) {
  const listed = [...faces].sort((one, other) => colourOf(one) - colourOf(other) || numberOf(one) - numberOf(other));
  const twice = listed.find((face, at) => face === listed[at + 1]);
  if (twice) throw new Refused("face-twice", { face: twice });
  return Object.freeze(listed);
}
