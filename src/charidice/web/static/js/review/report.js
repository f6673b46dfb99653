/** The coach's report on a game: curve, summary and turns. */

import { accountBar, CurveChart, roundChart, sample, swatch } from "./charts.js";
import { h, named } from "../lib/dom.js";
import { capital, say } from "../lib/text.js";
import { firstEvent, turnCard } from "./turn-card.js";

/** @import { AccountChart, AccountRow, Fact, PlayerCard, ReviewPage } from "../wire.d.ts" */
/** @import { Children } from "../types.d.ts" */

export class Report {
  #curve;
  #turns;

  /** @param {ReviewPage} page @param {(step: number) => void} go called with the chosen step */
  constructor({ victory, truths, curve, players, rounds }, go) {
    this.#curve = new CurveChart(curve, go);
    const rows = rounds.map((turns) => turns.map((turn) => ({ first: firstEvent(turn), element: turnCard(turn, go) })));
    this.#turns = rows.flat();
    const legend = h("ul", { class: "legend" }, players.map(({ name }, seat) => h("li", {}, sample(seat), named(name))));
    this.element = h(
      "div",
      { class: `report seats-${players.length}` },
      victory && h("p", { class: "report-victory" }, victory),
      section(curve.title, h("div", { class: "paper" }, h("figure", {}, legend, this.#curve.nodes))),
      section(say("review.summary"), h("div", { class: "players" }, players.map(playerCard))),
      rows.length > 0 && section(say("review.turns"), rows.map((turns) => h("div", { class: "turns" }, turns.map(({ element }) => element)))),
      h("ul", { class: "truths" }, truths.map((truth) => h("li", {}, truth))),
    );
  }

  /** Marks a step in the chart and its turn in the list. @param {number} step */
  show(step) {
    this.#curve.show(step);
    const current = this.#turns.findLast(({ first }) => first <= step);
    for (const turn of this.#turns) turn.element.classList.toggle("current", turn === current);
  }
}

/** @param {string} heading @param {...Children} content */
const section = (heading, ...content) => h("section", {}, h("h2", {}, heading), content);

/** @param {PlayerCard} player @param {number} seat */
function playerCard({ name, points, figures, account, by_round, facts }, seat) {
  return h(
    "article",
    { class: "paper player" },
    h("h3", {}, sample(seat), named(name), h("span", { class: "total" }, points)),
    h("dl", { class: "figures" }, figures.map((figure) => h("div", {}, factNodes(figure)))),
    account && accountTable(account),
    by_round && [h("h4", {}, say("review.by-round")), h("figure", {}, barLegend(), roundChart(by_round))],
    h("dl", { class: "facts" }, facts.map(factNodes)),
  );
}

const barLegend = () =>
  h("ul", { class: "legend" }, h("li", {}, swatch("luck"), capital(say("review.luck"))), h("li", {}, swatch("loss"), capital(say("review.losses"))));

/** @param {Fact} fact */
const factNodes = ({ name, value, grade, symbol }) => [
  h("dt", {}, grade && h("span", { class: `sign ${grade}`, "aria-hidden": "true" }, symbol), name),
  h("dd", {}, value),
];

/** The breakdown from start to result: a bar for each part, and its value by each objective. @param {AccountChart} account */
function accountTable({ zero, objectives, rows }) {
  /** @param {AccountRow} part */
  const row = (part) => {
    const head = h("div", { class: "part-row" }, h("span", {}, part.name), accountBar(zero, part));
    return h("tr", { class: part.kind }, h("th", { scope: "row" }, head), part.values.map((value) => h("td", {}, value)));
  };
  const heads = objectives.map((objective) => h("th", { scope: "col" }, objective));
  return h(
    "table",
    { class: "account" },
    h("caption", {}, say("review.by-account")),
    h("thead", {}, h("tr", {}, h("td"), heads)),
    h("tbody", {}, rows.map(row)),
  );
}
