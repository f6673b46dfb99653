/** The picture of the game: dice that are scored, and dice that are given, with a ribbon. */

import { h } from "../lib/dom.js";
import { dieFace } from "./die.js";

/** The hero picture's turn: four of a kind scored, the rest given to the neighbour. */
const SCORED = ["Y5", "B5", "P5", "K5"];
const GIVEN = ["O4", "G6"];
const BOW = "M20 13C12-2 0 1 3 10c2 6 11 5 17 3ZM20 13C28-2 40 1 37 10c-2 6-11 5-17 3ZM18 13l-6 10 8-6 8 6-6-10Z";

export function hero() {
  const bow = () => h("svg", { class: "bow", viewBox: "0 0 40 24" }, h("path", { d: BOW }), h("circle", { cx: 20, cy: 12, r: 4 }));
  return h(
    "div",
    { class: "hero", "aria-hidden": "true" },
    h("div", { class: "hero-kept" }, SCORED.map((face) => dieFace(face, { hidden: true }))),
    h("div", { class: "hero-gift" }, GIVEN.map((face) => h("span", { class: "wrapped" }, dieFace(face, { hidden: true }), bow()))),
  );
}
