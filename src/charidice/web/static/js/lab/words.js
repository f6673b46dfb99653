/** Moves in words and on the dice. */

import { diceOf, EVERY_DIE } from "../engine/dice.js";
import { facesOf } from "../engine/state.js";
import { h } from "../lib/dom.js";
import { faceWords, join, number, percent, say } from "../lib/text.js";
import { diceRow } from "../parts/move-words.js";

/** @import { LabAnswer, LabMove } from "../engine/lab/types.d.ts" */
/** @import { GameState } from "../engine/state.js" */

/** What a move does with a die. @param {Pick<LabMove, "type" | "dice">} move @param {number} die @returns {"" | "keep" | "score" | "give"} */
export function lookOf({ type, dice }, die) {
  const isIn = Boolean((dice >> die) & 1);
  if (type === "roll") return isIn ? "keep" : "";
  if (type === "stop") return "";
  return isIn ? "score" : "give";
}

/** A move without its dice: what stands beside them. @param {LabMove} move */
function deed({ type, dice, scored }) {
  if (type === "stop") return say("web.lab.move.stop");
  if (!scored) return dice ? say("web.lab.move.keep", { rolled: diceOf(EVERY_DIE & ~dice).length }) : say("web.lab.move.roll");
  const { points, bonus, gift } = scored;
  return say(bonus ? "web.lab.move.score-bonus" : "web.lab.move.score", { points, bonus, gift });
}

/** @param {Pick<LabMove, "dice">} move @param {GameState} state */
const facesIn = ({ dice }, state) => {
  const faces = facesOf(state);
  return faces.length ? diceOf(dice).map((die) => faces[die]) : [];
};

/** @param {LabMove} move @param {GameState} state */
export function moveNodes(move, state) {
  const faces = facesIn(move, state);
  return [faces.length ? diceRow(faces) : null, h("span", { class: "lab-deed" }, deed(move))];
}

/** As plain text, for voices. @param {LabMove} move @param {GameState} state */
export function moveText(move, state) {
  const faces = facesIn(move, state);
  return faces.length ? `${join(faces.map(faceWords))}: ${deed(move)}` : deed(move);
}

/** A move of the notation in short, where it may be one of another position. @param {string} move */
export function shortMove(move) {
  const [verb, ...faces] = move.split(" ");
  const key = { keep: "keep", score: "score", roll: "roll", stop: "stop", ask: "ask", pass: "pass" }[verb] ?? "roll";
  return { text: say(`web.lab.short.${key}`), faces };
}

/** A value of an answer. @param {number} value @param {LabAnswer["unit"]} unit */
export const valueText = (value, unit) => (unit === "chance" ? percent(value, 1) : number(value, 1));

/** What a move costs, with its sign; nothing if it is too little to show. @param {number} loss @param {LabAnswer["unit"]} unit */
export function lossText(loss, unit) {
  const shown = unit === "chance" ? 100 * loss : loss;
  return shown < 0.05 ? "" : number(-shown, 1);
}

/** How accurate the values are. @param {Pick<LabAnswer, "truth" | "error" | "unit">} answer */
export function accuracyText({ truth, error, unit }) {
  if (truth === "exact" || error === 0) return say("web.lab.exact");
  if (error === null) return say("web.lab.estimated");
  const shown = number(unit === "chance" ? 100 * error : error, error * (unit === "chance" ? 100 : 1) < 0.1 ? 2 : 1);
  return say(truth === "bounded" ? "web.lab.bounded" : "web.lab.measured", { error: shown });
}
