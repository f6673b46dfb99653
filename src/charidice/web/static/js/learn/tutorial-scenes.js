/** The scene below the dice at each step of the tutorial, rendered from the lesson's state. */

import { h } from "../lib/dom.js";
import { scoringCard } from "../parts/scoring-card.js";
import { giftBox } from "../parts/table-icons.js";
import { capital, say } from "../lib/text.js";

/** @import { Children } from "../types.d.ts" */
/** @import { Options, OptionView } from "../wire.d.ts" */

/**
 * The server's options, once loaded, and the user's progress.
 * @typedef {{reckoned: Record<"mine" | "neighbours" | "asked" | "equal", Options> | null, chosen: OptionView | null, given: boolean, asked: boolean}} Lesson
 * The actions available in a scene.
 * @typedef {{choose: (option: OptionView) => void, ask: () => void, play: () => void, leave?: () => void}} Act
 */

/** What three players gave, for the charity bonus scene. */
const GIVEN = [
  { who: "web.tutorial.other", given: 38 },
  { who: "web.tutorial.you", given: 52 },
  { who: "web.tutorial.neighbour", given: 24 },
];
const CHARITY_BONUS = 20;

/** @type {Record<"options" | "sheet" | "giving" | "asking" | "receiving" | "equal" | "charity" | "farewell", (lesson: Lesson, act: Act) => Children>} */
export const SCENES = {
  options: ({ reckoned, chosen }, { choose }) =>
    h(
      "div",
      { class: "paper lesson-options", role: "group", "aria-label": say("web.tutorial.ways") },
      h("p", { class: "lesson-label" }, say("web.tutorial.ways")),
      reckoned?.mine.options
        .filter((option) => !option.folded)
        .map((option, at) =>
          h(
            "button",
            {
              class: "scoring-card",
              type: "button",
              "aria-pressed": String(option === chosen),
              data: { option: at },
              on: { click: () => choose(option) },
            },
            scoringCard(option, reckoned.mine.faces),
          ),
        ),
    ),

  sheet: ({ chosen }) => chosen && sheetRow(chosen),

  giving: ({ chosen, given }) => chosen && players("web.tutorial.you", "web.tutorial.neighbour", { gift: chosen.gift, arrived: given }),

  asking: ({ asked }, { ask }) => [
    players("web.tutorial.neighbour", "web.tutorial.you", { gift: "?", great: asked }),
    h(
      "button",
      {
        class: "button primary lesson-ask",
        type: "button",
        "aria-disabled": asked ? "true" : null,
        data: { action: "ask" },
        on: { click: ask },
      },
      h("b", { "aria-hidden": "true" }, say("box.gift")),
      say("web.tutorial.ask"),
    ),
  ],

  receiving: ({ reckoned }) =>
    reckoned && players("web.tutorial.neighbour", "web.tutorial.you", { gift: reckoned.asked.options[0].gift, arrived: true, great: true }),

  equal: ({ reckoned }) => reckoned && sheetRow(reckoned.equal.options[0]),

  charity: () => {
    const most = Math.max(...GIVEN.map(({ given }) => given));
    return h(
      "ul",
      { class: "paper lesson-charity" },
      GIVEN.map(({ who, given }) =>
        h(
          "li",
          { class: given === most ? "most" : null },
          h("span", { class: "lesson-who" }, say(who)),
          h("progress", { max: most, value: given, "aria-hidden": "true" }),
          h("span", { class: "lesson-gave" }, say("web.tutorial.gave", { given })),
          given === most ? h("b", { class: "lesson-bonus" }, `+${CHARITY_BONUS}`) : null,
        ),
      ),
    );
  },

  farewell: (_, { play, leave }) =>
    h(
      "div",
      { class: "lesson-farewell" },
      giftBox(),
      h(
        "nav",
        { class: "buttons", "aria-label": say("web.tutorial.onwards") },
        leave
          ? onwards("to-table", leave)
          : [onwards("play", play), h("a", { class: "button", href: "/rules" }, say("web.tutorial.rules"))],
      ),
    ),
};

/** @param {string} action @param {() => void} click */
const onwards = (action, click) =>
  h("button", { class: "button primary", type: "button", data: { action }, on: { click } }, say(`web.tutorial.${action}`));

/** Part of a sheet's row, coloured as on the printed pad. @param {OptionView} option */
function sheetRow({ points, bonus, total: sum }) {
  const boxes = Object.entries({ points, bonus, sum });
  return h(
    "dl",
    { class: "paper lesson-sheet" },
    boxes.map(([box, value]) => h("div", { class: `lesson-box ${box}` }, h("dt", {}, capital(say(`box.${box}`))), h("dd", {}, value))),
  );
}

/**
 * The giver and the recipient, with the gift at one of them.
 * @param {string} from @param {string} to @param {{gift: number | "?", arrived?: boolean, great?: boolean}} parcel
 */
function players(from, to, { gift, arrived = false, great = false }) {
  const parcel = h("span", { class: great ? "lesson-parcel great" : "lesson-parcel" }, giftBox(), h("b", {}, gift));
  const gave = h("span", { class: "lesson-gave" }, say("web.tutorial.gave", { given: gift }));
  return h(
    "div",
    { class: "lesson-players" },
    h("span", { class: "lesson-player giver" }, h("span", {}, say(from)), arrived ? gave : parcel),
    h("span", { class: "lesson-arrow", "aria-hidden": "true" }),
    h("span", { class: "lesson-player receiver" }, h("span", {}, say(to)), arrived ? parcel : null),
  );
}
