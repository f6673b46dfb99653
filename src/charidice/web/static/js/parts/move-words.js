/** The coach's words about a move, with dice in place of their faces. */

import { h } from "../lib/dom.js";
import { dieFace, sortedFaces } from "./die.js";

/** @import { MoveWords } from "../wire.d.ts" */

/** Inline dice for a sentence. @param {string[]} faces */
export const diceRow = (faces) => h("span", { class: "dice-row" }, sortedFaces(faces).map((face) => dieFace(face, { small: true })));

/** The coach's text with faces such as B4 K2 replaced by dice. @param {MoveWords} move */
export function moveNodes({ words, faces }) {
  if (!faces.length) return words;
  const [start, end] = words.split(faces.join(" "));
  return [start, diceRow(faces), end];
}
