/** The coach's report on a game: curve, summary and turns. */

import { accountBar, CurveChart, roundChart, sample, swatch } from "./charts.js";
import { h, named } from "../lib/dom.js";
import { capital, say } from "../lib/text.js";
import { firstEvent, turnCard } from "./turn-card.js";

/** `go(step)` when a step is chosen. */
export class Report {
  #curve;
  #turns;

  constructor({ victory, truths, curve, players, rounds }, go) {
    this.#curve = new CurveChart(curve, go);
    this.#turns = [];
    const card = (turn) => {
      const element = turnCard(turn, go);
      this.#turns.push({ first: firstEvent(turn), element });
      return element;
    };
    const legend = h("ul", { class: "legend" }, players.map(({ name }, seat) => h("li", {}, sample(seat), named(name))));
    this.element = h(
      "div",
      { class: `report seats-${players.length}` },
      victory && h("p", { class: "report-victory" }, victory),
      section(curve.title, h("div", { class: "paper" }, h("figure", {}, legend, this.#curve.nodes))),
      section(say("review.summary"), h("div", { class: "players" }, players.map(playerCard))),
      rounds.length > 0 && section(say("review.turns"), rounds.map((turns) => h("div", { class: "turns" }, turns.map(card)))),
      h("ul", { class: "truths" }, truths.map((truth) => h("li", {}, truth))),
    );
  }

  /** Marks the place of a step in the curve and its turn in the list. */
  show(step) {
    this.#curve.show(step);
    const current = this.#turns.findLast(({ first }) => first <= step);
    for (const turn of this.#turns) turn.element.classList.toggle("current", turn === current);
  }
}

const section = (heading, ...content) => h("section", {}, h("h2", {}, heading), content);

function playerCard({ name, points, figures, account, by_round, facts }, seat) {
  const legend = Object.entries({ luck: "review.luck", loss: "review.losses" }).map(([kind, key]) => h("li", {}, swatch(kind), capital(say(key))));
  return h(
    "article",
    { class: "paper player" },
    h("h3", {}, sample(seat), named(name), h("span", { class: "total" }, points)),
    h("dl", { class: "figures" }, figures.map((figure) => h("div", {}, fact(figure)))),
    accountTable(account),
    h("h4", {}, say("review.by-round")),
    h("figure", {}, h("ul", { class: "legend" }, legend), roundChart(by_round)),
    h("dl", { class: "facts" }, facts.map(fact)),
  );
}

const fact = ({ name, told, grade, symbol }) => [h("dt", {}, grade && h("span", { class: `sign ${grade}`, "aria-hidden": "true" }, symbol), name), h("dd", {}, told)];

/** From the start to the result: a bar for each part, and the numbers by all objectives. */
function accountTable({ zero, objectives, rows }) {
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
