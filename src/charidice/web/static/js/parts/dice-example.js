/** An interactive example in the rules: tap dice and see their score, computed by the server. */

import { messageOf } from "../lib/api.js";
import { dieFace } from "./die.js";
import { fill, h } from "../lib/dom.js";
import { waysToScore } from "./lessons.js";
import { dieState, lessonDie, showLessonDie } from "./lesson-die.js";
import { scoringCard } from "./scoring-card.js";
import { faceWords, join, say } from "../lib/text.js";

/** @import { Options } from "../wire.d.ts" */
/** @import { LessonDieState } from "./lesson-die.js" */

/**
 * @param {{clause: string, faces: string[], sets: string[][], asked?: boolean}} example `sets` are those the text mentions
 */
export function diceExample({ clause, faces, sets, asked = false }) {
  /** @type {Set<string>} */
  let chosen = new Set(sets[0]);
  /** @type {Options | null} */
  let answer = null;
  const result = h("div", { class: "example-result", role: "status" });
  const buttons = faces.map((face, place) =>
    lessonDie(place, () => {
      chosen = chosen.has(face) ? new Set([...chosen].filter((other) => other !== face)) : new Set([...chosen, face]);
      show();
    }),
  );

  function show() {
    const dice = answer?.faces.flatMap((face, die) => (chosen.has(face) ? [die] : []));
    const option = answer?.options.find((each) => each.dice.join() === dice?.join());
    faces.forEach((face, place) => {
      /** @type {LessonDieState} */
      const chosenOnly = chosen.has(face) ? { look: "scored", tag: say("web.learn.scored") } : {};
      showLessonDie(buttons[place], face, option && answer ? dieState(option, answer.faces.indexOf(face)) : chosenOnly);
    });
    if (!answer) return;
    result.dataset.allowed = String(Boolean(option));
    if (option) fill(result, scoringCard(option, answer.faces));
    else fill(result, h("p", {}, chosen.size ? say("web.rules.not-allowed") : say("web.rules.choose")));
  }

  const presets = sets.map((set) =>
    h(
      "button",
      {
        class: "button plain preset",
        type: "button",
        "aria-label": say("web.rules.score-set", { faces: join(set.map(faceWords)) }),
        on: {
          click: () => {
            chosen = new Set(set);
            show();
          },
        },
      },
      set.map((face) => dieFace(face, { small: true, hidden: true })),
    ),
  );

  waysToScore(faces, asked).then(
    (options) => {
      answer = options;
      show();
    },
    (problem) => fill(result, h("p", { class: "error" }, messageOf(problem))),
  );
  show();
  return h(
    "div",
    { class: "example", role: "group", "aria-label": say("web.rules.try", { clause }), data: { example: clause } },
    h(
      "div",
      { class: "example-head" },
      h("p", {}, say("web.rules.tap")),
      asked ? h("span", { class: "example-asked" }, say("web.rules.asked")) : null,
    ),
    h("div", { class: "example-dice" }, buttons),
    result,
    h("div", { class: "example-presets" }, h("span", {}, say("web.rules.presets")), presets),
  );
}
