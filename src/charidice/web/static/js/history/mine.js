/** The head of the history: the user's record, best game and rating, and the course of the rating. */

import { h, named } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { chartRow } from "./charts.js";
import { dayOf } from "./dates.js";

/** @import { Mine } from "../wire.d.ts" */
/** @import { Children } from "../types.d.ts" */

/** Three tiles. @param {Mine} mine */
export function record({ games, victories, best, rating, near }) {
  return h(
    "dl",
    { class: "history-record" },
    tile("games", say("web.history.record.games"), games, victories),
    tile("best", say("web.history.record.best"), best.total, [[dayOf(best.at).whole, ...best.others].map((part, index) => [index ? ", " : "", named(part)])]),
    tile("rating", say("web.history.rating"), rating ?? "–", near ? say("web.history.rating.like", { bot: near }) : say("web.history.rating.not-yet")),
  );
}

/** @param {string} name @param {string} label @param {string} value @param {Children} note */
const tile = (name, label, value, note) => h("div", { class: `record-${name}` }, h("dt", {}, label), h("dd", { class: "value" }, value), h("dd", { class: "note" }, note));

/** The course of the user's rating, once there is one. @param {Mine} mine @param {(mine: Mine) => void} more shows all figures */
export function course(mine, more) {
  const { headline, chart, costs } = mine;
  if (!chart) return null;
  return h(
    "section",
    { class: "paper history-course report", "aria-labelledby": "history-course" },
    h("div", { class: "course-head" }, h("h2", { id: "history-course" }, headline), h("span", { class: "soft" }, say("web.history.luck-aside"))),
    h("div", { class: "course-chart" }, chartRow(chart)),
    costs && h("p", { class: "soft" }, costs),
    h("button", { id: "history-figures", class: "button plain", type: "button", data: { action: "figures" }, on: { click: () => more(mine) } }, say("web.history.figures")),
  );
}
