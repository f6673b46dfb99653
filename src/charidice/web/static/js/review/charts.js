/** The charts of a review as SVG. The server places everything, in percent from the left and from the top. */

import { h } from "../lib/dom.js";

const across = (y, kind) => h("line", { x1: 0, x2: "100%", y1: `${y}%`, y2: `${y}%`, class: kind });
const upright = (x, kind) => h("line", { x1: `${x}%`, x2: `${x}%`, y1: 0, y2: "100%", class: kind });
const levels = (ticks) => ticks.map(({ at }) => across(at, "grid"));
const labels = (ticks) => ticks.map(({ at, label }) => h("text", { x: "100%", y: `${at}%`, dx: 6, class: "tick beside" }, label));

/** The numbers of the rounds below a chart. */
const axis = (ticks) =>
  h("svg", { class: "axis", "aria-hidden": "true" }, ticks.map(({ at, label }) => h("text", { x: `${at}%`, y: 15, class: "tick middle" }, label)));

/** The line of a seat as a legend shows it. */
export const sample = (seat) =>
  h("svg", { class: "sample", "aria-hidden": "true" }, h("line", { x1: 0, x2: 28, y1: 6, y2: 6, class: `seat-line seat-${seat}` }));

/** The values of all seats after every event; `go(step)` when a place is chosen. */
export class CurveChart {
  #places;
  #cursor = upright(0, "cursor");

  constructor({ title, told, places, lines, levels: values, rounds, round_ends, marks }, go) {
    this.#places = places;
    const line = (heights, seat) => h("polyline", { class: `seat-line seat-${seat}`, points: places.map((x, step) => `${x},${heights[step]}`).join(" ") });
    const curve = h(
      "svg",
      { class: "curve", role: "group" },
      h("title", {}, title),
      h("desc", {}, told),
      levels(values),
      round_ends.map((x) => upright(x, "grid")),
      this.#cursor,
      h("svg", { class: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none" }, lines.map(line)),
      labels(values),
      marks.map((mark) => h("text", { class: `mark ${mark.grade}`, x: `${mark.x}%`, y: `${mark.y}%` }, h("title", {}, mark.told), mark.symbol)),
    );
    this.nodes = [curve, axis(rounds)];
    // The marks are too small to be pressed one by one: a press anywhere goes to the nearest step, a mouse can be drawn along.
    const follow = ({ clientX }) => {
      const { left, width } = curve.getBoundingClientRect();
      const at = (100 * (clientX - left)) / width;
      const away = places.map((place) => Math.abs(place - at));
      go(away.indexOf(Math.min(...away)));
    };
    curve.addEventListener("click", follow);
    curve.addEventListener("pointermove", (event) => event.pointerType === "mouse" && event.buttons === 1 && follow(event));
  }

  /** Marks the place of a step. */
  show(step) {
    for (const end of ["x1", "x2"]) this.#cursor.setAttribute(end, `${this.#places[step]}%`);
  }
}

/** A seat's luck and losses by round. */
export function roundChart({ title, told, zero, levels: values, rounds, bars }) {
  const bar = ({ x, y, width, height, kind }) => h("rect", { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, class: `bar ${kind}` });
  const described = [h("title", {}, title), h("desc", {}, told)];
  return [h("svg", { class: "rounds", role: "img" }, described, levels(values), bars.map(bar), labels(values), across(zero, "zero")), axis(rounds)];
}

/** One row of an account; the number beside it says the same. */
export const accountBar = (zero, { x, width, kind }) =>
  h("svg", { class: "part", "aria-hidden": "true" }, upright(zero, "zero"), h("rect", { x: `${x}%`, width: `${width}%`, y: "15%", height: "70%", class: `bar ${kind}` }));

/** The colour of a bar as a legend shows it. */
export const swatch = (kind) => h("svg", { class: "swatch", "aria-hidden": "true" }, h("rect", { width: 12, height: 12, class: `bar ${kind}` }));
