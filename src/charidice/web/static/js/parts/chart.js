/** Charts as SVG. The server computes all positions, as percentages from the top left. */

import { h } from "../lib/dom.js";

/** @import { Bar, Chart, Mark, Tick } from "../wire.d.ts" */

/** In percent of a chart. */
const EDGE = 12;

/** @param {number} y @param {string} kind */
const across = (y, kind) => h("line", { x1: 0, x2: "100%", y1: `${y}%`, y2: `${y}%`, class: kind });
/** @param {number} x @param {string} kind */
export const upright = (x, kind) => h("line", { x1: `${x}%`, x2: `${x}%`, y1: 0, y2: "100%", class: kind });
/** @param {Tick[]} ticks */
const labels = (ticks) => ticks.map(({ at, label }) => h("text", { x: "100%", y: `${at}%`, dx: 6, class: "tick beside" }, label));
/** @param {Bar} bar */
export const barNode = ({ x, y, width, height, kind }) => h("rect", { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, class: `bar ${kind}` });

/** A mark with a symbol is a text, any other a spot. @param {Mark} mark */
const markNode = ({ x, y, kind, symbol, title }) =>
  symbol
    ? h("text", { class: `mark ${kind}`, x: `${x}%`, y: `${y}%` }, h("title", {}, title), symbol)
    : h("circle", { cx: `${x}%`, cy: `${y}%`, r: 4, class: `spot ${kind}`.trim() });

/**
 * A chart without the labels below it. A chart without a description has a table beside it. With `apart`, the labels of
 * the levels are not part of it.
 * @param {Chart} chart @param {{ class: string, role?: string, apart?: boolean, cursor?: SVGElement }} options
 */
export function chartDrawing(chart, { class: kind, role = "img", apart = false, cursor }) {
  const points = (/** @type {number[]} */ heights) => chart.places.map((x, place) => `${x},${heights[place]}`);
  const [upper, lower] = chart.band.map(points);
  return h(
    "svg",
    { class: kind, role, "aria-label": chart.description ? null : chart.title },
    chart.description && [h("title", {}, chart.title), h("desc", {}, chart.description)],
    chart.levels.map(({ at }) => across(at, "grid")),
    chart.uprights.map((x) => upright(x, "grid")),
    cursor,
    chart.bars.map(barNode),
    chart.lines.length > 0 &&
      h(
        "svg",
        { class: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        upper && h("polygon", { class: "band", points: [...upper, ...lower.reverse()].join(" ") }),
        chart.lines.map((heights, line) => h("polyline", { class: `seat-line seat-${line}`, points: points(heights).join(" ") })),
      ),
    apart ? null : labels(chart.levels),
    chart.marks.map(markNode),
    chart.zero === null ? null : across(chart.zero, "zero"),
  );
}

/** Where a text below a chart has its middle, start or end: one near an edge would hang over it. @param {number} at */
const anchor = (at) => (at < EDGE ? "start" : at > 100 - EDGE ? "end" : "middle");

/** The labels below a chart; `wide` ones stay within its edges. @param {Tick[]} ticks @param {boolean} [wide] */
export const axis = (ticks, wide = false) =>
  h("svg", { class: "axis", "aria-hidden": "true" }, ticks.map(({ at, label }) => h("text", { x: `${at}%`, y: 15, class: "tick", "text-anchor": wide ? anchor(at) : "middle" }, label)));
