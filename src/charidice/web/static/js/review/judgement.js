/** What is said about the decisions that led to a step, with dice in the words. */

import { diceRow } from "./words.js";
import { h, named } from "../lib/dom.js";
import { say } from "../lib/text.js";

/** A card for every decision, and the dice it was about; nothing where there was no choice. */
export function judgement(review, step) {
  const event = review.events[step - 1];
  if (!event) return [];
  const before = review.steps[step - 1];
  const wrong = event.decisions.some(({ grade }) => grade !== "good");
  return [
    event.decisions.map((decision) => card(review, decision, before)),
    // After a roll the dice that were decided about are gone.
    wrong && event.event === "rolled" && h("p", { class: "step-lay" }, h("span", {}, say("web.review.lay")), diceRow(before.faces)),
  ];
}

function card(review, { seat, grade, symbol, told, loss, move, better }, before) {
  return h(
    "div",
    { class: `step-judged ${grade}` },
    h(
      "p",
      { class: "step-verdict" },
      h("span", { class: "step-grade" }, h("span", { "aria-hidden": "true" }, symbol), ` ${told}`),
      loss && h("span", { class: "step-lost" }, loss),
    ),
    h("p", {}, seat !== before.active && [named(review.players[seat]), ": "], withDice(move)),
    better && h("p", { class: "step-better" }, withDice(better)),
  );
}

/** Words of the coach, which name faces as B4 K2, with the dice instead. */
function withDice({ told, faces }) {
  if (!faces.length) return told;
  const [start, end] = told.split(faces.join(" "));
  return [start, diceRow(faces), end];
}
