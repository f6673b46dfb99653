/** Corrects a turn: its entry, the earlier entries, and the panel to enter it again. */

import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { language, say } from "../lib/text.js";
import { asItIs, complaintsOf, correctedIn, keepingWords } from "./complaints.js";
import { EntryPanel } from "./panels.js";

/** @import { Entered, PadContext } from "../types.d.ts" */
/** @import { Boxes, TracedEntry } from "../wire.d.ts" */

/** @param {PadContext} context @param {(entered: Entered) => void} enter */
export function openCorrection(context, enter) {
  const { turn, name } = context;
  return openDialog(say("web.pad.turn-of", { round: turn.round, player: name(turn.seat) }), (close) => {
    const { value } = turn;
    // A turn is shown as it was entered.
    const panel = new EntryPanel("correct-by", value && value.by !== "nothing" ? value.by : null);
    const entered = (/** @type {Entered} */ what) => {
      close();
      enter(what);
    };
    panel.element.addEventListener("enter", (event) => entered(/** @type {CustomEvent<Entered>} */ (event).detail));
    panel.update(context);
    const clear = () => entered({ value: { by: "nothing" }, boxes: null });
    const clearing = h("button", { class: "button plain", type: "button", data: { action: "clear-turn" }, on: { click: clear } }, say("web.pad.clear"));
    const keep = () => entered(asItIs(turn));
    const keeping = h("button", { class: "button plain", type: "button", data: { action: "keep" }, on: { click: keep } }, keepingWords(turn));
    const complaints = complaintsOf(turn, name).map((words) => h("p", { class: "complaint" }, words));
    return [complaints, complaints.length ? keeping : null, panel.switch, panel.element, turn.boxes ? clearing : null, trace(context)];
  });
}

/** The earlier entries. @param {PadContext} context */
function trace({ turn, view }) {
  const before = correctedIn(turn);
  if (!before.length) return null;
  const time = (/** @type {string} */ at) => new Date(at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
  const row = (/** @type {TracedEntry} */ { boxes, at, holder }) =>
    h("li", {}, boxesWords(boxes), " ", h("small", { class: "soft" }, `${time(at)}${phoneOf(view.seats, holder)}`));
  return h("section", { class: "trace" }, h("h3", {}, say("web.pad.before")), h("ol", {}, before.map(row)));
}

/** Whose phone an entry came from, if there are several. @param {PadContext["view"]["seats"]} seats @param {number} holder */
function phoneOf(seats, holder) {
  const theirs = seats.filter((seat) => seat.holder === holder);
  return theirs.length && theirs.length < seats.length ? ` · ${theirs.map((seat) => seat.name).join(", ")}` : "";
}

/** @param {Boxes | null} boxes */
export function boxesWords(boxes) {
  if (!boxes) return say("web.pad.empty");
  const { points, bonus, gift, received, asked } = boxes;
  const key = received === gift ? "web.pad.boxes" : "web.pad.boxes-differ";
  return say(key, { points, bonus, gift, received }) + (asked ? ` · ${say("box.gift")}` : "");
}
