/** What is said about the decisions that led to a step, with dice in the words. */

import { diceRow, moveNodes } from "./words.js";
import { h, named } from "../lib/dom.js";
import { say } from "../lib/text.js";

/** The decisions that something is said about, by the step that they led to. */
export function decisionsByStep({ page, steps }) {
  const done = page.rounds.flat().flatMap(({ opening, rolls }) => [...opening, ...rolls.flatMap((roll) => roll.steps)]);
  return steps.map((_, step) => done.filter(({ events, verdict }) => events === step && verdict));
}

/** A card for every decision, and the dice it was about; nothing where there was no choice. */
export function judgement(review, step) {
  const decisions = review.decisions[step];
  const wrong = decisions.some(({ verdict }) => verdict.grade !== "good");
  return [
    decisions.map(card),
    // After a roll the dice that were decided about are gone.
    wrong && review.events[step - 1].event === "rolled" && h("p", { class: "step-lay" }, h("span", {}, say("web.review.lay")), diceRow(review.steps[step - 1].faces)),
  ];
}

function card({ player, move, verdict: { grade, symbol, told, loss, better } }) {
  return h(
    "div",
    { class: `step-judged ${grade}` },
    h(
      "p",
      { class: "step-verdict" },
      h("span", { class: "step-grade" }, h("span", { "aria-hidden": "true" }, symbol), ` ${told}`),
      loss && h("span", { class: "step-lost" }, loss),
    ),
    h("p", {}, player && [named(player), ": "], moveNodes(move)),
    better && h("p", { class: "step-better" }, moveNodes(better)),
  );
}
