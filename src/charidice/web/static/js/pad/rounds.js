/** All turns, round by round, with their boxes, complaints and conflicts; a press corrects one. */

import { h, named } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { correctedIn } from "./complaints.js";
import { boxesWords } from "./correction.js";
import { isEmpty } from "./overlay.js";

/** @import { PadTurn } from "../types.d.ts" */
/** @import { PadView } from "../wire.d.ts" */

/** @param {PadView} pad @param {(seat: number) => string} name @param {((turn: PadTurn) => void) | null} open */
export function roundsTable(pad, name, open) {
  const heads = pad.sheets.map((_, seat) => h("th", { scope: "col" }, named(name(seat))));
  const rows = pad.turns.map((turns, index) => h("tr", {}, h("th", { scope: "row" }, String(index + 1)), turns.map((turn) => h("td", {}, cell(turn, name, open)))));
  return h("table", { class: "pad-turns" }, h("caption", { class: "unseen" }, say("web.pad.rounds")), h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, rows));
}

/** @param {PadTurn} turn @param {(seat: number) => string} name @param {((turn: PadTurn) => void) | null} open */
function cell(turn, name, open) {
  const { round, seat, boxes, rivals, pending, complaints } = turn;
  const marks = [
    { sign: "!", words: say("web.pad.disputed"), is: rivals.length },
    { sign: "?", words: say("web.pad.odd"), is: complaints.length },
    { sign: "…", words: say("web.pad.waiting"), is: pending },
    { sign: "✎", words: say("web.pad.corrected"), is: boxes && correctedIn(turn).length },
  ].filter(({ is }) => is);
  const words = boxes && [h("b", {}, String(boxes.points + boxes.bonus)), " ", h("small", {}, `→${boxes.gift}${boxes.asked ? ` ${say("box.gift")}` : ""}`)];
  const whose = say("web.pad.turn-of", { round, player: name(seat) });
  // A turn without boxes has a conflict, or its dice are not scored yet; the marks say so.
  const label = boxes || isEmpty(turn) ? `${whose}: ${boxesWords(boxes)}` : whose;
  const shown = [words, marks.map((mark) => h("span", { class: "mark", title: mark.words }, h("span", { "aria-hidden": "true" }, mark.sign), h("span", { class: "unseen" }, mark.words)))];
  if (!open) return h("span", { class: "turn-cell" }, shown);
  const what = { class: `turn-cell ${isEmpty(turn) ? "empty" : ""}`.trim(), type: "button", "aria-label": [label, ...marks.map((mark) => mark.words)].join(", "), data: { turn: `${round}-${seat}` } };
  return h("button", { ...what, on: { click: () => open(turn) } }, shown);
}
