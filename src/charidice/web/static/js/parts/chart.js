/** Parts of charts as SVG. The server computes all positions, as percentages from the top left. */

import { h } from "../lib/dom.js";

/** @import { Tick } from "../wire.d.ts" */

/** In percent of a chart. */
const EDGE = 12;

/** @param {number} y @param {string} kind */
export const across = (y, kind) => h("line", { x1: 0, x2: "100%", y1: `${y}%`, y2: `${y}%`, class: kind });
/** @param {number} x @param {string} kind */
export const upright = (x, kind) => h("line", { x1: `${x}%`, x2: `${x}%`, y1: 0, y2: "100%", class: kind });
/** @param {Tick[]} ticks */
export const levels = (ticks) => ticks.map(({ at }) => across(at, "grid"));
/** @param {Tick[]} ticks */
export const labels = (ticks) => ticks.map(({ at, label }) => h("text", { x: "100%", y: `${at}%`, dx: 6, class: "tick beside" }, label));

/** Where a text below a chart has its middle, start or end: one near an edge would hang over it. @param {number} at */
const anchor = (at) => (at < EDGE ? "start" : at > 100 - EDGE ? "end" : "middle");

/** What is written below a chart; `wide` texts stay within its edges. @param {Tick[]} ticks @param {boolean} [wide] */
export const axis = (ticks, wide = false) =>
  h("svg", { class: "axis", "aria-hidden": "true" }, ticks.map(({ at, label }) => h("text", { x: `${at}%`, y: 15, class: "tick", "text-anchor": wide ? anchor(at) : "middle" }, label)));
