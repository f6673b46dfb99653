/** The coach's verdict on the decisions that led to a step, with dice in the text. */

import { diceRow } from "../parts/move-words.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { stepLine } from "./turn-card.js";

/** @import { Assessment, ReviewAnswer, StepLine } from "../wire.d.ts" */
/** @typedef {StepLine & { assessment: Assessment }} Decision */
/** A review, the decisions that led to each step, and the reader's seat. @typedef {ReviewAnswer & { decisions: Decision[][], you: number | null }} Review */

/** @param {ReviewAnswer} answer @param {number | null} you @returns {Review} */
export function withDecisions(answer, you) {
  const lines = answer.page.rounds.flat().flatMap(({ opening, rolls }) => [...opening, ...rolls.flatMap(({ steps }) => steps)]);
  const decisions = lines.filter(/** @returns {line is Decision} */ (line) => line.assessment !== null);
  return { ...answer, you, decisions: answer.steps.map((_, step) => decisions.filter(({ events }) => events === step)) };
}

/** A line for every decision, and its dice; nothing if there was no choice. @param {Review} review @param {number} step */
export function judgement(review, step) {
  const decisions = review.decisions[step];
  const wrong = decisions.some(({ assessment }) => assessment.grade !== "good");
  return [
    decisions.map((decision) => stepLine({ ...decision, scored: "" })),
    // A roll has replaced the dice the decision was about.
    wrong && review.events[step - 1].event === "rolled" && h("p", { class: "step-lay" }, h("span", {}, say("web.review.lay")), diceRow(review.steps[step - 1].faces)),
  ];
}
