/** A chart of a person's history as SVG, with a table of the same numbers behind it. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { axis, chartDrawing } from "../parts/chart.js";
import { day, shortDay } from "./dates.js";

/** @import { Chart, DataTable, HistoryChart } from "../wire.d.ts" */

/** @param {HistoryChart} figure @param {boolean} open whether its table is shown @param {(open: boolean) => void} opened */
export function chartFigure({ name, note, chart, dates, table }, open, opened) {
  const shown = dates.map(({ at, date }) => ({ at, label: shortDay(date) }));
  return h(
    "figure",
    { class: `chart chart-${name}` },
    h("figcaption", {}, h("h3", {}, chart.title)),
    chartRow(chart),
    dates.length ? axis(shown, true) : axis(chart.labels),
    h("p", { class: "soft" }, note),
    h(
      "details",
      { open, on: { toggle: ({ currentTarget }) => opened(currentTarget.open) } },
      h("summary", {}, say("web.history.as-table")),
      dataTable(table, chart.title),
    ),
  );
}

/** A chart without its words, and the names of its levels beside it. @param {Chart} chart */
export function chartRow(chart) {
  const beside = h("svg", { class: "beside-chart", "aria-hidden": "true" }, chart.levels.map(({ at, label }) => h("text", { x: 6, y: `${at}%`, class: "tick beside" }, label)));
  return h("div", { class: "chart-row" }, chartDrawing(chart, { class: "history-chart", apart: true }), beside);
}

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
