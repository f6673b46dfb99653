/** SVG icons for buttons and menus, and the bots' faces; a text or label always says what they mean. */

import { h } from "../lib/dom.js";
import { dieFace } from "./die.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";

/** @import { Shape } from "../types.d.ts" */
/** @import { BotName, Level } from "../wire.d.ts" */

const STROKES = {
  menu: ["M4 7h16M4 12h16M4 17h16"],
  help: ["M9 9a3 3 0 1 1 4.6 2.6c-1 .6-1.6 1.2-1.6 2.4", "M12 17.6v.1"],
  home: ["M4 11.5 12 5l8 6.5", "M6.5 10v9h11v-9"],
  book: ["M12 6.5C10 5 7 4.8 4 5.2v13c3-.4 6-.2 8 1.3 2-1.5 5-1.7 8-1.3v-13c-3-.4-6-.2-8 1.3Z", "M12 6.5v13"],
  learn: ["M2.5 9.5 12 5l9.5 4.5L12 14Z", "M6.5 11.8V16c1.6 1.4 3.4 2 5.5 2s3.9-.6 5.5-2v-4.2"],
  fair: ["M12 4v16M7 20h10", "M5 8h14", "M5 8l-2.5 6h5ZM19 8l-2.5 6h5Z"],
  review: ["M4 4v16h16", "m7.5 14.5 3.5-4 3 2.5 5-6"],
  history: ["M4 12a8 8 0 1 0 2.4-5.7L4 8.6", "M4 4.2v4.4h4.4", "M12 7.8v4.6l3.2 1.9"],
  lab: ["M9 3h6M10 3v6l-5.500 9.500a1.500 1.500 0 0 0 1.300 2.500h12.400a1.500 1.500 0 0 0 1.300-2.500L14 9V3", "M7.500 15h9"],
  print: ["M7 9V4h10v5", "M7 17H4V9h16v8h-3", "M7 14h10v6H7Z"],
  dice: ["M4 9.5 12 5l8 4.5v8.5L12 22l-8-4Z", "m4 9.5 8 4.5 8-4.5M12 14v8", "M12 9.4v.1M8 15.8v.1M16 15.8v.1"],
  pad: ["M6 4h12v16H6Z", "M9 2.5v3M12 2.5v3M15 2.5v3", "M9 10h6M9 13.500h6M9 17h3"],
  plus: ["M12 5v14M5 12h14"],
  copy: ["M9 9h10v11H9Z", "M15 9V4H5v11h4"],
  share: ["M12 15V4", "m8 7.5 4-4 4 4", "M5 12v8h14v-8"],
  language: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M3 12h18", "M12 3c-5 5.5-5 12.5 0 18 5-5.5 5-12.5 0-18Z"],
  smile: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M8.5 14.5c1.9 2.3 5.1 2.3 7 0", "M9 9.5v.1M15 9.5v.1"],
  people: ["M9 5a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7Z", "M3 20c0-4 2.500-6 6-6s6 2 6 6", "M16 5.500a3 3 0 0 1 0 6M17.500 14.500c2.300.7 3.500 2.600 3.500 5.500"],
  speed: ["M4 17a8.500 8.500 0 1 1 16 0", "M12 16.500 16 10"],
  save: ["M12 4v11", "m8 11.500 4 4 4-4", "M5 19.500h14"],
  go: ["m9 5 7 7-7 7"],
};

/** @param {keyof typeof STROKES} name */
export const icon = (name) =>
  h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, STROKES[name].map((d) => h("path", { d })));

/** @param {number} left @param {number} right @param {number} y @returns {Shape[]} */
const eyes = (left, right, y, r = 2.4) => [
  ["circle", "eye", { cx: left, cy: y, r }], ["circle", "eye", { cx: right, cy: y, r }],
  ["circle", "glint", { cx: left + 0.8, cy: y - 0.8, r: r / 3 }], ["circle", "glint", { cx: right + 0.8, cy: y - 0.8, r: r / 3 }],
];

/** Shapes from back to front: tag, part (its colour is in the style sheet), geometry. @type {Record<Level, Shape[]>} */
const SHAPES = {
  sparrow: [
    ["circle", "fur", { cx: 24, cy: 27, r: 15 }],
    ["path", "dark", { d: "M10 23a14.5 14.5 0 0 1 28 0c-4-5-9-7-14-7s-10 2-14 7Z" }],
    ["circle", "light", { cx: 15, cy: 30, r: 6 }], ["circle", "light", { cx: 33, cy: 30, r: 6 }],
    ["path", "dark", { d: "M20 34h8l-1.5 7.5h-5Z" }],
    ["path", "beak", { d: "M20 27.5h8L24 35Z" }],
    ...eyes(17.5, 30.5, 24.5),
  ],
  squirrel: [
    ["path", "fur", { d: "M11 22 10 7l10 8ZM37 22 38 7l-10 8Z" }], ["path", "dark", { d: "M13 18l-1-7 5 4ZM35 18l1-7-5 4Z" }],
    ["path", "fur", { d: "M24 13c9 0 15 6 15 14.5S32 42 24 42 9 36 9 27.5 15 13 24 13Z" }],
    ["path", "light", { d: "M24 28c6 0 10 3 10 7s-5 7-10 7-10-3-10-7 4-7 10-7Z" }],
    ["path", "eye", { d: "M21.5 30h5L24 33Z" }], ["path", "light-line", { d: "M24 33v3" }], ["rect", "glint", { x: 22, y: 35.5, width: 4, height: 3.5, rx: 1 }],
    ...eyes(17, 31, 24.5, 2.8),
  ],
  magpie: [
    ["path", "dark", { d: "M24 9c9 0 14 7 14 16v17H10V25C10 16 15 9 24 9Z" }],
    ["path", "light", { d: "M14 42c0-7 4-10 10-10s10 3 10 10Z" }],
    ["path", "sheen", { d: "M14 20c1-5 5-8 10-8-4 2-6 5-7 9Z" }],
    ["path", "beak", { d: "M19 26h10l-5 9Z" }],
    ["circle", "light", { cx: 17.5, cy: 23, r: 3.8 }], ["circle", "light", { cx: 30.5, cy: 23, r: 3.8 }],
    ...eyes(17.5, 30.5, 23),
  ],
  fox: [
    ["path", "fur", { d: "M7 8c6 1 10 4 12 8h10c2-4 6-7 12-8 1 8 0 13-2 17l-2 4-13 13L11 29l-2-4C7 21 6 16 7 8Z" }],
    ["path", "dark", { d: "M10 12c3 1 5 3 6 5l-4 5c-1.5-3-2-6-2-10ZM38 12c-3 1-5 3-6 5l4 5c1.5-3 2-6 2-10Z" }],
    ["path", "light", { d: "M9.5 27c5 0 10 2 12 6l2.5 9-13-13ZM38.5 27c-5 0-10 2-12 6L24 42l13-13Z" }],
    ["path", "eye", { d: "M20.5 37.5h7L24 42Z" }],
    ...eyes(17.5, 30.5, 25.5),
  ],
  owl: [
    ["path", "fur", { d: "M8 8c4 3 7 4 10 4h12c3 0 6-1 10-4 1 6 0 9-1 12v8c0 9-6 14-15 14S9 37 9 28v-8c-1-3-2-6-1-12Z" }],
    ["path", "dark", { d: "M8 8c5 4 11 6 16 12 5-6 11-8 16-12-3 7-8 9-16 14C16 17 11 15 8 8Z" }],
    ["path", "light", { d: "M15 42c1-5 4-8 9-8s8 3 9 8Z" }],
    ["circle", "light", { cx: 17, cy: 25, r: 7.5 }], ["circle", "light", { cx: 31, cy: 25, r: 7.5 }],
    ["circle", "gold", { cx: 17, cy: 25, r: 5 }], ["circle", "gold", { cx: 31, cy: 25, r: 5 }],
    ["path", "beak", { d: "M21.5 28h5L24 34Z" }],
    ...eyes(17, 31, 25, 3),
  ],
};

/** @param {Shape} shape */
export const drawn = ([tag, part, geometry]) => h(tag, { class: part, ...geometry });

/** Invited bots look alike: a face of tin. @type {Shape[]} */
const GUEST = [
  ["rect", "fur", { x: 11, y: 15, width: 26, height: 22, rx: 5 }],
  ["path", "dark", { d: "M23 7h2v8h-2Z" }],
  ["circle", "dark", { cx: 24, cy: 7, r: 3 }],
  ["circle", "dark", { cx: 18.5, cy: 24, r: 3 }],
  ["circle", "dark", { cx: 29.5, cy: 24, r: 3 }],
  ["path", "dark", { d: "M17 31h14v2h-14Z" }],
];

/** Whether a bot is one of ours. @param {BotName} bot @returns {bot is Level} */
export const isLevel = (bot) => /** @type {readonly string[]} */ (CONSTANTS.levels).includes(bot);

/** @param {BotName} bot */
export const botFace = (bot) =>
  h(
    "svg",
    { class: `bot-face ${isLevel(bot) ? bot : "guest"}`, viewBox: "0 0 48 48", "aria-hidden": "true" },
    h("circle", { class: "ground", cx: 24, cy: 24, r: 24 }),
    (isLevel(bot) ? SHAPES[bot] : GUEST).map(drawn),
  );

/** The strength of one of our bots, from one star to five. @param {BotName} level */
export const stars = (level) =>
  isLevel(level) && h("span", { class: "stars", role: "img", "aria-label": say(`bot.${level}.level`), title: say(`bot.${level}.level`) }, "★".repeat(CONSTANTS.levels.indexOf(level) + 1));

/** The hero picture's turn: four of a kind scored, the rest given to the neighbour. */
const SCORED = ["Y5", "B5", "P5", "K5"];
const GIVEN = ["O4", "G6"];
const BOW = "M20 13C12-2 0 1 3 10c2 6 11 5 17 3ZM20 13C28-2 40 1 37 10c-2 6-11 5-17 3ZM18 13l-6 10 8-6 8 6-6-10Z";

/** The picture of the game: dice that are scored, and dice that are given, with a ribbon. */
export function hero() {
  const bow = () => h("svg", { class: "bow", viewBox: "0 0 40 24" }, h("path", { d: BOW }), h("circle", { cx: 20, cy: 12, r: 4 }));
  return h(
    "div",
    { class: "hero", "aria-hidden": "true" },
    h("div", { class: "hero-kept" }, SCORED.map((face) => dieFace(face, { hidden: true }))),
    h("div", { class: "hero-gift" }, GIVEN.map((face) => h("span", { class: "wrapped" }, dieFace(face, { hidden: true }), bow()))),
  );
}
