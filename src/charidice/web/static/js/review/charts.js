/** A review's charts as SVG. */

import { h } from "../lib/dom.js";
import { axis, barNode, chartDrawing, upright } from "../parts/chart.js";

/** @import { Bar, Chart } from "../wire.d.ts" */

/** A seat's line for the legend. @param {number} seat */
export const sample = (seat) =>
  h("svg", { class: "sample", "aria-hidden": "true" }, h("line", { x1: 0, x2: 28, y1: 6, y2: 6, class: `seat-line seat-${seat}` }));

/** A line chart of all seats' values after every event. */
export class CurveChart {
  #places;
  #cursor = upright(0, "cursor");

  /** @param {Chart} chart @param {(step: number) => void} go called with the step nearest to a click */
  constructor(chart, go) {
    const places = (this.#places = chart.places);
    const curve = chartDrawing(chart, { class: "curve", role: "group", cursor: this.#cursor });
    this.nodes = [curve, axis(chart.labels)];
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

/** A bar chart of a seat's luck and losses by round. @param {Chart} chart */
export const roundChart = (chart) => [chartDrawing(chart, { class: "rounds" }), axis(chart.labels)];

/** One row of the breakdown; hidden from screen readers, since the number beside it says the same. @param {number} zero @param {Bar} bar */
export const accountBar = (zero, bar) => h("svg", { class: "part", "aria-hidden": "true" }, upright(zero, "zero"), barNode(bar));

/** A bar's colour for the legend. @param {string} kind */
export const swatch = (kind) => h("svg", { class: "swatch", "aria-hidden": "true" }, h("rect", { width: 12, height: 12, class: `bar ${kind}` }));
