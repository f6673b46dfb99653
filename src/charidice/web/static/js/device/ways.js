/** The ways to score the six dice of somebody's own box. */

import { DiceSet, numberOf, readFace, STANDARD_DICE } from "../engine/dice.js";
import { Refused } from "../engine/errors.js";
import { enteredRoll } from "../engine/pad/entries.js";
import { optionsOfFaces } from "../engine/scoring.js";
import { optionViews } from "./options.js";

/** @import { Face } from "../engine/dice.js" */
/** @import { Options, TableSettingsOutput } from "../wire.d.ts" */

/** The faces in order, by die unless they are of other dice than those of the settings, and every way to score them. @param {readonly string[]} faces @param {Pick<TableSettingsOutput, "dice" | "free_giving">} settings @param {boolean} asked @returns {Options} */
export function waysToScore(faces, { dice, free_giving: freeGiving }, asked) {
  const shown = inOrder(enteredRoll(faces.map(readFace)).faces, dice ? DiceSet.read(dice) : STANDARD_DICE);
  return { faces: [...shown], options: optionViews(optionsOfFaces(shown, freeGiving), shown.map(numberOf), asked) };
}

/** @param {readonly Face[]} faces @param {DiceSet} diceSet */
function inOrder(faces, diceSet) {
  try {
    return diceSet.faces(diceSet.numbers(faces));
  } catch (refusal) {
    if (refusal instanceof Refused) return faces;
    throw refusal;
  }
}
