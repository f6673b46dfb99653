/** The history's statistics of one person, and its table of everybody. */

import { h, named } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { chartFigure, dataTable } from "./charts.js";

/** @import { PersonPage, PersonRow } from "../wire.d.ts" */

/** Everybody in a table; a press on a name shows that person. @param {PersonRow[]} people @param {number} more not in it @param {(row: PersonRow) => void} choose */
export function everybody(people, more, choose) {
  const heads = ["name", "games", "victories", "average", "rating"].map((key) => h("th", { scope: "col" }, say(`web.history.head.${key}`)));
  const rows = people.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("button", { id: `person-${row.is_bot ? "bot" : "name"}-${row.key}`, class: "person-link", type: "button", data: { person: row.key }, on: { click: () => choose(row) } }, named(row.name))),
      [row.games, row.victories, row.average, row.rating].map((cell) => h("td", {}, cell)),
    ),
  );
  return h(
    "section",
    { class: "paper history-people" },
    h("h2", {}, say("web.history.people")),
    h("table", { class: "data" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
    more ? h("p", { class: "soft" }, say("web.history.people.more", { count: more })) : null,
    h("p", { class: "soft" }, say("web.history.people.how")),
  );
}

/**
 * @param {PersonPage} page
 * @param {{buttons: Element[], isOpen: (name: string) => boolean, opened: (name: string, open: boolean) => void}} around
 */
export function personView(page, { buttons, isOpen, opened }) {
  const details = (/** @type {string} */ name, /** @type {string} */ summary, /** @type {Element[]} */ ...content) =>
    h("details", { open: isOpen(name), on: { toggle: ({ currentTarget }) => opened(name, currentTarget.open) } }, h("summary", {}, summary), content);
  const figures = page.figures.map(({ name, value, note }) => h("div", {}, h("dt", {}, name), h("dd", {}, value), note ? h("dd", { class: "note" }, note) : null));
  const how = ["scale", "games", "prior", "interval", "hints"].map((part) => h("p", {}, say(`web.history.rating.how.${part}`)));
  return h(
    "section",
    { class: "paper history-person report", "aria-labelledby": "history-person" },
    h("div", { class: "person-head" }, h("h2", { id: "history-person", tabindex: -1 }, named(page.name)), h("div", { class: "buttons" }, buttons)),
    page.rating
      ? h("p", { class: "rating" }, say("web.history.rating"), " ", h("b", {}, page.rating.value), " ", h("span", { class: "soft" }, page.rating.words))
      : h("p", { class: "soft" }, say("web.history.rating.none")),
    details("how", say("web.history.rating.how"), ...how),
    h("dl", { class: "history-figures" }, figures),
    page.notes.map((note) => h("p", { class: "soft note" }, note)),
    page.charts.map((chart) => chartFigure(chart, isOpen(chart.name), (open) => opened(chart.name, open))),
    h("div", { class: "against" }, h("h3", {}, say("web.history.against")), dataTable(page.against, say("web.history.against"))),
  );
}
