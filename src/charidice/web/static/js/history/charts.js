/** A chart of a person's history as SVG, with a table of the same numbers behind it. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { across, axis, levels } from "../parts/chart.js";
import { day, shortDay } from "./dates.js";

/** @import { ChartPoint, DataTable, HistoryBar, HistoryChart, HistoryMark } from "../wire.d.ts" */

/** @param {HistoryChart} chart @param {boolean} open whether its table is shown @param {(open: boolean) => void} opened */
export function chartFigure(chart, open, opened) {
  const points = (/** @type {ChartPoint[]} */ of) => of.map(({ x, y }) => `${x},${y}`).join(" ");
  const drawing = h(
    "svg",
    { class: "history-chart", role: "img", "aria-labelledby": `chart-${chart.name}` },
    levels(chart.levels),
    chart.bars.map(bar),
    h(
      "svg",
      { class: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none" },
      chart.band.length ? h("polygon", { class: "band", points: points(chart.band) }) : null,
      chart.line.length ? h("polyline", { class: "seat-line seat-0", points: points(chart.line) }) : null,
    ),
    chart.marks.map(mark),
    chart.zero === null ? null : across(chart.zero, "zero"),
  );
  const beside = h("svg", { class: "beside-chart", "aria-hidden": "true" }, chart.levels.map(({ at, label }) => h("text", { x: 6, y: `${at}%`, class: "tick beside" }, label)));
  const dates = chart.dates.map(({ at, date }) => ({ at, label: shortDay(date) }));
  return h(
    "figure",
    { class: `chart chart-${chart.name}` },
    h("figcaption", {}, h("h3", { id: `chart-${chart.name}` }, chart.title)),
    h("div", { class: "chart-row" }, drawing, beside),
    dates.length ? axis(dates, true) : axis([...chart.labels]),
    h("p", { class: "soft" }, chart.note),
    h(
      "details",
      { open, on: { toggle: ({ currentTarget }) => opened(currentTarget.open) } },
      h("summary", {}, say("web.history.as-table")),
      dataTable(chart.table, chart.title),
    ),
  );
}

/** @param {HistoryBar} bar */
const bar = ({ x, y, width, height, kind }) => h("rect", { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, class: `bar ${kind}` });

/** @param {HistoryMark} mark */
const mark = ({ x, y, filled }) => h("circle", { cx: `${x}%`, cy: `${y}%`, r: 4, class: filled ? "spot filled" : "spot" });

/** @param {DataTable} table @param {string} caption */
export function dataTable({ heads, rows }, caption) {
  return h(
    "div",
    { class: "scrolled", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      { class: "data" },
      h("caption", { class: "unseen" }, caption),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h(
        "tbody",
        {},
        rows.map(({ date, cells }) => {
          const [first, ...rest] = date === null ? cells : [day(date), ...cells];
          return h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", {}, cell)));
        }),
      ),
    ),
  );
}
