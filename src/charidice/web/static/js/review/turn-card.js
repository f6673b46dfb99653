/** A turn in the report: each roll with its dice, and the move made after it. */

import { dieFace } from "../parts/die.js";
import { h, named } from "../lib/dom.js";
import { moveNodes } from "../parts/move-words.js";
import { say } from "../lib/text.js";

/** @import { RollRow, StepLine, TurnCard } from "../wire.d.ts" */

/** The number of a turn's first event. @param {TurnCard} turn */
export const firstEvent = ({ opening, rolls }) => (opening[0] ?? rolls[0]).events;

/** The heading and every move are clickable. @param {TurnCard} turn @param {(step: number) => void} go called with the chosen step */
export function turnCard(turn, go) {
  /** @param {HTMLElement} element @param {{events: number}} place */
  const leading = (element, { events }) => {
    element.addEventListener("click", () => go(events));
    return element;
  };
  /** @param {StepLine[]} lines */
  const steps = (lines) => lines.map((line) => leading(stepLine(line), line));
  const button = h("button", { type: "button", class: "turn-button", on: { click: () => go(firstEvent(turn)) } }, turn.name);
  const rolls = turn.rolls.map((roll) => h("li", {}, leading(rolled(roll), roll), steps(roll.steps)));
  const heading = h("h3", {}, button, h("span", { class: "total" }, turn.values));
  return h("article", { class: "paper turn" }, heading, steps(turn.opening), rolls.length > 0 && h("ol", { class: "rolls" }, rolls));
}

/** Kept dice have a gold ring, scored dice a bright one; the move below names them. @param {RollRow} roll */
function rolled({ faces, kept, scored, luck }) {
  const dice = faces.map((face, die) => dieFace(face, { class: kept.includes(die) ? "kept" : scored.includes(die) ? "scored" : "" }));
  const told = luck && h("span", { class: "luck" }, `${say("review.luck")} `, h("b", {}, luck));
  return h("div", { class: "rolled" }, h("span", { class: "dice" }, dice), told);
}

/** A move with its grade; a mistake's loss comes before the move, a good move's after it. @param {StepLine} line */
export function stepLine({ player, move, scored, assessment }) {
  const done = h("span", { class: "move" }, player && [named(player), ": "], h("b", {}, moveNodes(move)), " ", h("span", { class: "brings" }, scored));
  if (!assessment) return h("p", { class: "step" }, done);
  const { grade, symbol, words, better } = assessment;
  const badge = h("span", { class: `badge ${grade}` }, h("span", { "aria-hidden": "true" }, symbol), ` ${words}`);
  const loss = h("span", { class: "loss" }, assessment.loss);
  const parts = grade === "good" ? [done, " ", loss] : [loss, " ", done];
  return h("p", { class: `step ${grade}` }, badge, " ", parts, better && [" ", h("span", { class: "better" }, moveNodes(better))]);
}
