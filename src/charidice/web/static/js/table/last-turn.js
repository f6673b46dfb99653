/** The previous turn's result, for those who looked away; shown in the options' place until the first roll. */

import { h } from "../lib/dom.js";
import { adds, minis } from "./option-row.js";
import { tableIcon, twice } from "../parts/table-icons.js";
import { say, sayNodes } from "../lib/text.js";

/** @import { Situation } from "./situation.js" */
/** @import { TurnTaken } from "./chronicle.js" */

/** @param {TurnTaken | null} turn @param {Situation} situation @returns {Node} */
export function lastTurn(turn, situation) {
  if (!turn) return h("p", { class: "soft empty-note" }, say("web.table.first-turn"));
  const { seat, points, bonus, gift } = turn;
  const other = situation.view.seats[seat].recipient;
  const worth = say("points", { count: gift });
  const gave = gift ? sayNodes("web.table.gave-to", { points: worth, name: situation.who(other) }) : sayNodes("event.gave-nothing", { other: situation.who(other) });
  return h(
    "div",
    { class: "last-turn" },
    h("h3", {}, sayNodes("web.table.last-turn", { name: situation.who(seat) })),
    h("div", { class: "line" }, minis(turn.faces, false), adds(points, bonus)),
    h("p", { class: "gives" }, turn.asked ? twice() : tableIcon("gift"), minis(turn.given, false), h("span", {}, gave)),
  );
}
