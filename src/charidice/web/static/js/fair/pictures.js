/** Fair dice in four pictures: commit, mix, roll, reveal. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";

/** @param {number} y */
const envelope = (y) => [
  h("rect", { class: "sheet-paper", x: 26, y, width: 68, height: 46, rx: 5 }),
  h("path", { class: "fold", d: `M28 ${y + 44} L52 ${y + 22} M92 ${y + 44} L68 ${y + 22}` }),
];

/** A fingerprint badge, which stands for the commitment. @param {number} x @param {number} y */
const fingerprint = (x, y) =>
  h(
    "g",
    { class: "print" },
    h("circle", { cx: x, cy: y, r: 15 }),
    [2.5, 6, 9.5].map((r) => h("path", { d: `M${x - r} ${y + 4 + r / 4} v${-r / 2} a${r} ${r} 0 0 1 ${2 * r} 0 v${r / 2}` })),
  );

/** @param {number} x @param {number} y @param {string} colour @param {string} number */
const smallDie = (x, y, colour, number) => [
  h("rect", { class: `picture-die ${colour}`, x, y, width: 22, height: 22, rx: 6 }),
  h("text", { class: `picture-number ${colour}`, x: x + 11, y: y + 16 }, number),
];

/** @param {number} x @param {string} word */
const slip = (x, word) => [
  h("rect", { class: "slip", x: x - 12, y: 10, width: 24, height: 17, rx: 3 }),
  h("text", { class: "slip-word", x, y: 23 }, word),
  h("path", { class: "drop-line", d: `M${x} 31 v9` }),
];

const PICTURES = {
  sealed: () => [
    envelope(28),
    h("path", { class: "flap", d: "M27 31 L60 56 L93 31 Z" }),
    h("circle", { class: "seal", cx: 60, cy: 52, r: 9 }),
    h("path", { class: "lock", d: "M56.5 51 v-2.5 a3.5 3.5 0 0 1 7 0 v2.5 M55 51 h10 v6.5 h-10z" }),
    fingerprint(98, 70),
  ],
  mixed: () => [
    h("path", { class: "bowl", d: "M22 48 h76 c0 22 -16 32 -38 32 s-38 -10 -38 -32z" }),
    h("ellipse", { class: "bowl-top", cx: 60, cy: 48, rx: 38, ry: 8 }),
    slip(33, "A7"),
    slip(60, "K2"),
    slip(87, "C9"),
  ],
  rolled: () => [
    h("path", { class: "lattice", d: "M14 18 h92 M14 46 h92 M14 74 h92 M18 14 v64 M48 14 v64 M78 14 v64 M106 14 v64" }),
    smallDie(22, 21, "blue", "4"),
    smallDie(52, 21, "purple", "6"),
    smallDie(81, 21, "orange", "2"),
    smallDie(22, 49, "green", "5"),
    smallDie(52, 49, "black", "1"),
    smallDie(81, 49, "yellow", "3"),
  ],
  opened: () => [
    h("path", { class: "flap back", d: "M27 43 L60 12 L93 43 Z" }),
    h("rect", { class: "letter-paper", x: 36, y: 20, width: 48, height: 40, rx: 3 }),
    h("path", { class: "letter-lines", d: "M43 30 h34 M43 37 h34 M43 44 h22" }),
    h("rect", { class: "sheet-paper", x: 26, y: 42, width: 68, height: 38, rx: 5 }),
    h("path", { class: "fold", d: "M28 44 L60 64 L92 44" }),
    h("circle", { class: "approval", cx: 92, cy: 70, r: 13 }),
    h("path", { class: "tick", d: "M86 70 l4.5 5 l8 -9.5" }),
  ],
};

/** The four pictures with a sentence each. */
export function fairStory() {
  return h(
    "ol",
    { class: "fair-story" },
    Object.entries(PICTURES).map(([name, picture]) =>
      h(
        "li",
        {},
        h("svg", { class: "fair-picture", viewBox: "0 0 120 92", "aria-hidden": "true" }, picture()),
        h("h3", {}, say(`web.fair.${name}`)),
        h("p", {}, say(`web.fair.${name}.how`)),
      ),
    ),
  );
}
