/** A review's charts as SVG. The server computes all positions, as percentages from the top left. */

import { h } from "../lib/dom.js";
import { across, axis, labels, levels, upright } from "../parts/chart.js";

/** @import { AccountRow, Bar, Curve, RoundBars } from "../wire.d.ts" */

/** A seat's line for the legend. @param {number} seat */
export const sample = (seat) =>
  h("svg", { class: "sample", "aria-hidden": "true" }, h("line", { x1: 0, x2: 28, y1: 6, y2: 6, class: `seat-line seat-${seat}` }));

/** A line chart of all seats' values after every event. */
export class CurveChart {
  #places;
  #cursor = upright(0, "cursor");

  /** @param {Curve} chart @param {(step: number) => void} go called with the step nearest to a click */
  constructor(chart, go) {
    const places = (this.#places = chart.places);
    /** @param {number[]} heights @param {number} seat */
    const line = (heights, seat) => h("polyline", { class: `seat-line seat-${seat}`, points: places.map((x, step) => `${x},${heights[step]}`).join(" ") });
    const curve = h(
      "svg",
      { class: "curve", role: "group" },
      h("title", {}, chart.title),
      h("desc", {}, chart.description),
      levels(chart.levels),
      chart.round_ends.map((x) => upright(x, "grid")),
      this.#cursor,
      h("svg", { class: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none" }, chart.lines.map(line)),
      labels(chart.levels),
      chart.marks.map(({ grade, x, y, title, symbol }) => h("text", { class: `mark ${grade}`, x: `${x}%`, y: `${y}%` }, h("title", {}, title), symbol)),
    );
    this.nodes = [curve, axis(chart.rounds)];
    /** @param {MouseEvent} event */
    const follow = ({ clientX }) => {
      const { left, width } = curve.getBoundingClientRect();
      const at = (100 * (clientX - left)) / width;
      const away = places.map((place) => Math.abs(place - at));
      go(away.indexOf(Math.min(...away)));
    };
    // The points are too small to tap: a click anywhere goes to the nearest step, and a mouse can drag along.
    curve.addEventListener("click", follow);
    curve.addEventListener("pointermove", (event) => event.pointerType === "mouse" && event.buttons === 1 && follow(event));
  }

  /** Moves the cursor to a step. @param {number} step */
  show(step) {
    for (const end of ["x1", "x2"]) this.#cursor.setAttribute(end, `${this.#places[step]}%`);
  }
}

/** A bar chart of a seat's luck and losses by round. @param {RoundBars} chart */
export function roundChart(chart) {
  /** @param {Bar} bar */
  const bar = ({ x, y, width, height, kind }) => h("rect", { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, class: `bar ${kind}` });
  const drawing = h(
    "svg",
    { class: "rounds", role: "img" },
    h("title", {}, chart.title),
    h("desc", {}, chart.description),
    levels(chart.levels),
    chart.bars.map(bar),
    labels(chart.levels),
    across(chart.zero, "zero"),
  );
  return [drawing, axis(chart.rounds)];
}

/** One row of the breakdown; hidden from screen readers, since the number beside it says the same. @param {number} zero @param {AccountRow} row */
export const accountBar = (zero, { x, width, kind }) =>
  h("svg", { class: "part", "aria-hidden": "true" }, upright(zero, "zero"), h("rect", { x: `${x}%`, width: `${width}%`, y: "15%", height: "70%", class: `bar ${kind}` }));

/** A bar's colour for the legend. @param {string} kind */
export const swatch = (kind) => h("svg", { class: "swatch", "aria-hidden": "true" }, h("rect", { width: 12, height: 12, class: `bar ${kind}` }));
