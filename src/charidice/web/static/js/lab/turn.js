/** What the turn will bring: its points, its gift, and the chance of each combination. */

import { fill, h, setStyle } from "../lib/dom.js";
import { capital, number, percent, say } from "../lib/text.js";

/** @import { LabAnswer, LabForecast } from "../engine/lab/types.d.ts" */
/** @import { Kind } from "../engine/scoring.js" */
/** @import { LabView } from "./lab-view.d.ts" */

/** In points: how wide a column of the chart is. */
const STEP = 5;
/** In the units of the drawing. */
const [WIDTH, HEIGHT, FOOT] = [300, 96, 18];
/** Kinds that are less likely are not told. */
const RARE = 0.0005;
/** Best first. @type {Kind[]} */
const KINDS = ["3.1.4", "3.1.3", "3.1.1", "3.1.2", "3.1.5", "3.2.2", "3.2.1"];

export class Turn {
  #view;
  #why = h("p", { class: "soft" });
  #body = h("div", { class: "lab-forecast" });
  element = h("section", { class: "paper lab-turn", "aria-labelledby": "lab-turn-heading" });

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
    fill(this.element, h("h2", { id: "lab-turn-heading" }, say("web.lab.turn")), this.#why, this.#body);
  }

  /** @param {LabAnswer} answer */
  update({ forecast, active, recipient }) {
    const { names } = this.#view;
    fill(this.#why, forecast ? say("web.lab.turn.why") : say("web.lab.over"));
    fill(this.#body, forecast && [
      distribution(say("web.lab.turn.points", { name: names[active] }), forecast.totals, forecast.points, "points"),
      distribution(say("web.lab.turn.gift", { name: names[recipient] }), forecast.gifts, forecast.gift, "gift"),
      forecast.asked > 0 && forecast.asked < 1 ? h("p", { class: "soft" }, say("web.lab.turn.asked", { chance: percent(forecast.asked) })) : null,
      kinds(forecast),
    ]);
  }
}

/** @param {string} title @param {LabForecast["totals"]} chances @param {number} mean @param {"points" | "gift"} kind */
function distribution(title, chances, mean, kind) {
  const most = chances.length ? chances[chances.length - 1][0] : 0;
  const columns = Array.from({ length: Math.floor(most / STEP) + 1 }, (_, at) => ({ from: at * STEP, chance: 0 }));
  for (const [value, chance] of chances) columns[Math.floor(value / STEP)].chance += chance;
  const highest = Math.max(...columns.map(({ chance }) => chance));
  const width = WIDTH / Math.max(columns.length, 8);
  const [low, high] = [quantile(chances, 0.1), quantile(chances, 0.9)];
  const words = low === high ? say("web.lab.turn.sure", { value: low }) : say("web.lab.turn.range", { low, high });
  const label = (/** @type {number} */ at) => h("text", { x: at * width + width / 2, y: HEIGHT + FOOT - 4, "text-anchor": "middle" }, String(columns[at].from));
  const every = Math.ceil(columns.length / 6);
  return h("figure", { class: `lab-distribution ${kind}` },
    h("figcaption", {}, h("span", {}, title), h("b", {}, say("web.lab.turn.mean", { value: number(mean, 1) }))),
    h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: "img", "aria-label": `${title}: ${words}` },
      columns.map(({ chance }, at) => {
        const height = (HEIGHT * chance) / highest;
        return h("rect", { class: "lab-column", x: at * width + 1, y: HEIGHT - height, width: Math.max(width - 2, 1), height, rx: 2 }, h("title", {}, say("web.lab.turn.column", { from: columns[at].from, to: columns[at].from + STEP - 1, chance: percent(chance, 1) })));
      }),
      h("line", { class: "lab-ground", x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }),
      columns.map((_, at) => at).filter((at) => at % every === 0).map(label)),
    h("p", { class: "soft", "aria-hidden": "true" }, words));
}

/** The value below which this part of the outcomes lies. @param {LabForecast["totals"]} chances @param {number} part */
function quantile(chances, part) {
  let before = 0;
  for (const [value, chance] of chances) {
    before += chance;
    if (before >= part) return value;
  }
  return chances[chances.length - 1]?.[0] ?? 0;
}

/** @param {LabForecast} forecast */
function kinds({ kinds: chances }) {
  const told = KINDS.filter((kind) => (chances[kind] ?? 0) >= RARE);
  return h("ul", { class: "lab-kinds", "aria-label": say("web.lab.kinds") }, told.map((kind) =>
    h("li", {}, h("span", {}, capital(say(`web.lab.kind.${kind}`))), setStyle(h("i", { "aria-hidden": "true" }), { "--share": chances[kind] }), h("b", {}, percent(chances[kind], 1)))));
}
