/** The dice of somebody's own box: the faces that follow from those entered, as a server answers. */

import { diceSetOf, knownFaces, possibleFaces } from "../engine/box/layout.js";
import { readFace } from "../engine/dice.js";

/** @import { DiceToComplete, LayoutView } from "../wire.d.ts" */

/** @param {DiceToComplete} entered @returns {LayoutView} */
export function completed({ dice }) {
  const possible = possibleFaces(dice.map((faces) => faces.map(readFace)));
  const known = knownFaces(possible);
  const isWhole = known.every((faces, die) => faces.length === possible[die].length);
  return {
    dice: known.map((faces, die) => ({ faces: [...faces], possible: [...possible[die]] })),
    layout: isWhole ? String(diceSetOf(known)) : null,
  };
}
