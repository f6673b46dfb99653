/** A turn in the report: its rolls with their dice, and what was done after each. */

import { dieFace } from "../parts/die.js";
import { h, named } from "../lib/dom.js";
import { moveNodes } from "./words.js";
import { say } from "../lib/text.js";

/** The number of the first event of a turn. */
export const firstEvent = ({ opening, rolls }) => (opening[0] ?? rolls[0]).events;

/** The heading is a button, and all that was done can be pointed at; `go(step)` when one is chosen. */
export function turnCard(turn, go) {
  const button = h("button", { type: "button", class: "turn-button", on: { click: () => go(firstEvent(turn)) } }, turn.name);
  const steps = (all) => all.map((step) => pointedAt(stepLine(step), step, go));
  const rolls = turn.rolls.map((roll) => h("li", {}, pointedAt(rolled(roll), roll, go), steps(roll.steps)));
  const heading = h("h3", {}, button, h("span", { class: "total" }, turn.values));
  return h("article", { class: "paper turn" }, heading, steps(turn.opening), h("ol", { class: "rolls" }, rolls));
}

function pointedAt(element, { events }, go) {
  element.addEventListener("click", () => go(events));
  return element;
}

/** Dice kept are in a gold ring, those scored in a bright one; the move below names them. */
function rolled({ faces, kept, scored, luck }) {
  const ring = (die) => (kept.includes(die) ? "kept" : scored.includes(die) ? "scored" : "");
  const dice = faces.map((face, die) => dieFace(face, { class: ring(die) }));
  return h("div", { class: "rolled" }, h("span", { class: "dice" }, dice), h("span", { class: "luck" }, `${say("review.luck")} `, h("b", {}, luck)));
}

function stepLine({ player, move, scored, verdict }) {
  const told = h("span", { class: "move" }, player && [named(player), ": "], h("b", {}, moveNodes(move)), " ", h("span", { class: "brings" }, scored));
  if (!verdict) return h("p", { class: "step" }, told);
  const { grade, better } = verdict;
  const badge = h("span", { class: `badge ${grade}` }, h("span", { "aria-hidden": "true" }, verdict.symbol), ` ${verdict.told}`);
  if (!better) return h("p", { class: "step" }, badge, " ", told);
  const loss = h("span", { class: "loss" }, verdict.loss);
  // What was wrong is told first; after a good move it is a mere remark.
  const parts = grade === "good" ? [told, " ", loss] : [loss, " ", told];
  return h("p", { class: `step ${grade}` }, badge, " ", parts, " ", h("span", { class: "better" }, moveNodes(better)));
}
