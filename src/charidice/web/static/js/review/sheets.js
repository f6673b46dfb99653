/** All players' sheets side by side, a row per round, with the latest entries highlighted. */

import { h, named } from "../lib/dom.js";
import { BOXES, sumOf } from "../parts/boxes.js";
import { capital, say } from "../lib/text.js";

/** @import { GameView, SheetView } from "../wire.d.ts" */
/** @import { Review } from "./judgement.js" */

/** The sheets after a step, with one legend for the colours of the boxes. @param {Review} review @param {number} step */
export function sheets(review, step) {
  const game = review.steps[step];
  const before = review.steps[Math.max(step - 1, 0)];
  const legend = BOXES.map((box) => h("li", {}, h("i", { class: `pad-box pad-${box}` }), capital(say(`box.${box}`))));
  return [
    h("ul", { class: "box-legend", "aria-hidden": "true" }, legend),
    h(
      "div",
      { class: `small-pads pads-${game.sheets.length}` },
      game.sheets.map((sheet, seat) => pad(review.players[seat], sheet, before.sheets[seat], game, !game.winners && seat === game.active)),
    ),
  ];
}

/** @param {string} name @param {SheetView} sheet @param {SheetView} before @param {GameView} game @param {boolean} active */
function pad(name, sheet, before, game, active) {
  const rounds = Array.from({ length: game.rounds }, (_, row) =>
    h("tr", {}, h("th", { scope: "row" }, row + 1), BOXES.map((box) => cell(box, sheet[box][row], row >= before[box].length))),
  );
  const sums = BOXES.map((box) => h("td", { class: "pad-sum" }, sumOf(sheet[box])));
  const charity = sheet.result && [h("th", { scope: "row", colspan: BOXES.length }, capital(say("box.charity"))), h("td", { class: "pad-sum" }, sheet.result.charity)];
  return h(
    "div",
    { class: `small-pad ${active ? "pad-active" : ""}` },
    h(
      "p",
      { class: "pad-head" },
      named(name),
      h("span", { class: `pad-twice ${sheet.has_gift ? "" : "pad-used"}` }, say("box.gift")),
      h("b", {}, sheet.result?.total ?? sheet.subtotal),
    ),
    h(
      "table",
      { "aria-label": name },
      h("colgroup", {}, h("col", { class: "pad-rounds" }), h("col", { span: BOXES.length })),
      h("thead", {}, h("tr", {}, h("td"), BOXES.map((box) => h("th", { scope: "col" }, h("span", { class: "unseen" }, say(`box.${box}`)))))),
      h("tbody", {}, rounds, h("tr", {}, h("th", { scope: "row" }, h("span", { class: "unseen" }, say("box.sum"))), sums), charity && h("tr", {}, charity)),
    ),
  );
}

/** @param {string} box @param {number | null | undefined} value @param {boolean} written */
const cell = (box, value, written) => h("td", { class: `pad-box pad-${box} ${written && value !== undefined ? "pad-written" : ""}` }, value ?? "");
