/** The round at a glance: whose turn it is, who gives to whom, the totals, and who leads in giving. */

import { h, named, setStyle } from "../lib/dom.js";
import { giftBox } from "../parts/table-icons.js";
import { CONSTANTS } from "../lib/settings.js";
import { join, say } from "../lib/text.js";

/** @import { PadView } from "../wire.d.ts" */

/** @param {PadView} pad @param {(seat: number) => string} name */
export function glance(pad, name) {
  const seats = pad.sheets.map((sheet, seat) => {
    const active = seat === pad.active;
    const words = active ? say("web.pad.turn") : seat === pad.recipient ? say("web.pad.receives") : "";
    return h(
      "li",
      { class: [active && "active", seat === pad.recipient && "recipient"].filter(Boolean).join(" ") || null, "aria-current": active ? "true" : null, data: { seat } },
      h("span", { class: "who" }, named(name(seat)), h("span", { class: `twice ${sheet.has_gift ? "" : "spent"}`.trim() }, say("box.gift"), h("span", { class: "unseen" }, say(sheet.has_gift ? "web.table.gift-open" : "web.table.gift-spent")))),
      h("b", { class: "sum" }, h("span", { class: "unseen" }, `${say("box.total")}: `), String(sheet.result?.total ?? sheet.subtotal)),
      h("span", { class: "gave" }, giftBox(), h("span", { class: "unseen" }, `${say("box.given")}: `), String(sheet.total_given)),
      words ? h("span", { class: "glance-words" }, words) : null,
    );
  });
  const list = h("ol", { class: `glance-seats ${seats.length === 4 ? "four" : ""}`.trim(), "aria-label": say("web.pad.players") }, seats);
  return setStyle(list, { "--seats": seats.length });
}

/** The players who gave the most, and the points missing to the greater charity bonus. @param {PadView} pad @param {(seat: number) => string} name */
export function giving({ givers, sheets, missing }, name) {
  const most = givers.length ? sheets[givers[0]].total_given : 0;
  const bar = setStyle(h("i", { "aria-hidden": "true" }), { "--share": most / (most + missing || 1) });
  const leader = givers.length ? say("web.pad.most-given", { count: givers.length, players: join(givers.map(name)), points: most }) : say("web.pad.nobody-gave");
  const [less, more] = CONSTANTS.charity;
  const rest = missing ? say("web.pad.missing", { count: missing, bonus: more, less }) : say("web.pad.enough", { bonus: more });
  return h("div", { class: "giving" }, h("span", { class: "giving-bar" }, bar), h("span", {}, leader), h("span", {}, rest));
}
