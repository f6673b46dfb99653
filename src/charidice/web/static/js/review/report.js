/** The coach's report on a game: curve, summary and turns. */

import { accountBar, CurveChart, roundChart, sample, swatch } from "./charts.js";
import { h, named } from "../lib/dom.js";
import { capital, say } from "../lib/text.js";
import { momentList } from "./moments.js";
import { firstEvent, turnCard } from "./turn-card.js";
import { victoryText } from "./words.js";
import { youTag } from "./you.js";

/** @import { AccountChart, AccountRow, Fact, PlayerCard, TurnCard } from "../wire.d.ts" */
/** @import { Review } from "./judgement.js" */
/** @import { Children } from "../types.d.ts" */

const PHONE = "(width < 700px)";

export class Report {
  #curve;
  #turns;

  /** @param {Review} review @param {(step: number) => void} go called with the chosen step */
  constructor(review, go) {
    const { page: { curve, moments, players, rounds, truths }, you } = review;
    this.#curve = new CurveChart(curve, go);
    const rows = rounds.map((turns) => turns.map((turn) => ({ first: firstEvent(turn), element: turnCard(turn, go) })));
    this.#turns = rows.flat();
    const legend = h("ul", { class: "legend" }, players.map(({ name }, seat) => h("li", {}, sample(seat), named(name), youTag(seat, you))));
    const victory = victoryText(review);
    const kind = `report seats-${players.length}`;
    /** The page begins with it. */
    this.overview = h(
      "div",
      { class: kind },
      victory && h("p", { class: "report-victory" }, victory),
      section(curve.title, h("div", { class: "paper" }, h("figure", {}, legend, this.#curve.nodes))),
      moments.length > 0 && section(say("review.moments"), momentList(moments, you, go)),
    );
    this.element = h(
      "div",
      { class: `${kind} report-rest` },
      section(say("review.summary"), h("div", { class: "players" }, players.map((player, seat) => playerCard(player, seat, you)))),
      rows.length > 0 && section(say("review.turns"), rows.map((turns, index) => roundFold(index + 1, rounds[index], turns.map(({ element }) => element)))),
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

/** A round's turns, folded on a phone; the heading has the signs of its mistakes. @param {number} round @param {TurnCard[]} turns @param {HTMLElement[]} cards */
function roundFold(round, turns, cards) {
  const judged = turns.flatMap(({ opening, rolls }) => [...opening, ...rolls.flatMap(({ steps }) => steps)]).flatMap(({ assessment }) => assessment ?? []);
  const signs = judged.filter(({ grade }) => grade !== "good").map(({ grade, symbol }) => h("span", { class: `sign ${grade}` }, symbol));
  const heading = h("summary", {}, say("web.review.of-round", { round }), h("span", { class: "signs", "aria-hidden": "true" }, signs));
  return h("details", { class: "round", open: !matchMedia(PHONE).matches }, heading, h("div", { class: "turns" }, cards));
}

/** @param {PlayerCard} player @param {number} seat @param {number | null} you */
function playerCard({ name, points, figures, account, by_round, facts }, seat, you) {
  return h(
    "article",
    { class: "paper player" },
    h("h3", {}, sample(seat), named(name), youTag(seat, you), h("span", { class: "total" }, points)),
    h("dl", { class: "figures" }, figures.map((figure) => h("div", {}, factNodes(figure)))),
    (account ?? by_round) &&
      h(
        "details",
        { class: "parts", open: !matchMedia(PHONE).matches },
        h("summary", {}, say("review.by-account")),
        account && accountTable(account),
        by_round && [h("h4", {}, say("review.by-round")), h("figure", {}, barLegend(), roundChart(by_round))],
      ),
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
    const head = h("div", { class: "part-row" }, h("span", {}, part.name), accountBar(zero, part.bar));
    return h("tr", { class: part.bar.kind }, h("th", { scope: "row" }, head), part.values.map((value) => h("td", {}, value)));
  };
  const heads = objectives.map((objective) => h("th", { scope: "col" }, objective));
  return h(
    "table",
    { class: "account" },
    h("caption", { class: "unseen" }, say("review.by-account")),
    h("thead", {}, h("tr", {}, h("td"), heads)),
    h("tbody", {}, rows.map(row)),
  );
}
