/** The moments that changed the chances most, each a button that leads to its step. */

import { h } from "../lib/dom.js";
import { moveNodes } from "../parts/move-words.js";
import { youTag } from "./you.js";

/** @import { KeyMoment } from "../wire.d.ts" */

/** @param {KeyMoment[]} moments @param {number | null} you @param {(step: number) => void} go called with the chosen step */
export const momentList = (moments, you, go) =>
  h("ol", { class: "key-moments" }, moments.map((moment) => h("li", {}, momentButton(moment, you, go))));

/** @param {KeyMoment} moment @param {number | null} you @param {(step: number) => void} go */
function momentButton({ events, name, seat, kind, grade, title, move, better, change }, you, go) {
  return h(
    "button",
    { type: "button", class: "paper key-moment", on: { click: () => go(events) } },
    h("span", { class: "moment-name" }, name, youTag(seat, you)),
    h("b", { class: `moment-title ${grade ?? kind}` }, title),
    h("span", { class: "moment-move" }, moveNodes(move)),
    better && h("span", { class: "moment-better" }, moveNodes(better)),
    h("span", { class: "moment-change" }, change),
  );
}
