/** The games of a history as a list: opened, saved, deleted. */

import { confirmed } from "../lib/dialogs.js";
import { h, named } from "../lib/dom.js";
import { has, say } from "../lib/text.js";
import { sheetsButton } from "../parts/files.js";
import { openPicture } from "../parts/picture-dialog.js";
import { day } from "./dates.js";

/** @import { HistoryLine, HistorySeat } from "../wire.d.ts" */

/** @param {HistorySeat} seat */
export const seatName = ({ name, bot }) => (bot && has(`bot.${bot}`) ? say(`bot.${bot}`) : name);

/** @param {HistoryLine} line @param {(line: HistoryLine) => void} remove */
export function gameCard(line, remove) {
  const { at, kind, imported, finished, seats, deleted_on: gone } = line;
  const link = (/** @type {string} */ href, /** @type {string} */ key, properties = {}) => h("a", { class: "button plain", href, ...properties }, say(`web.history.${key}`));
  const open = finished ? link(`/review/${line.game}`, "review") : imported ? null : link(`/table/${line.game}`, "continue");
  const address = imported ? `/api/history/imported/${line.game}` : `/api/tables/${line.game}`;
  const picture = () => void openPicture(line.game, address);
  const files = finished && [
    sheetsButton(line.game, address, say("web.history.sheets")),
    h("button", { class: "button plain", type: "button", data: { action: "picture" }, on: { click: picture } }, say("web.history.picture")),
  ];
  return h(
    "li",
    { class: "history-game", data: { game: line.game } },
    h(
      "p",
      { class: "game-head" },
      h("time", { datetime: at }, day(at)),
      h("span", { class: "soft" }, say(`web.history.kind.${kind}`)),
      imported ? h("span", { class: "tag" }, say("web.history.imported")) : null,
      finished ? null : h("span", { class: "tag" }, say("web.history.unfinished")),
    ),
    h("ul", { class: "game-seats" }, seats.map((seat) => h("li", { class: seat.won ? "won" : null }, named(seatName(seat)), " ", h("b", {}, seat.total), seat.won ? winner() : null))),
    !finished && gone ? h("p", { class: "soft" }, say("web.history.gone-on", { date: day(gone) })) : null,
    h(
      "div",
      { class: "buttons" },
      open,
      files,
      link(`${address}/record`, "save", { download: "charidice.json" }),
      h("button", { class: "button plain", type: "button", data: { action: "delete" }, on: { click: () => remove(line) } }, say("web.history.delete")),
    ),
  );
}

const winner = () => [h("span", { "aria-hidden": "true" }, " ★"), h("span", { class: "unseen" }, ` (${say("web.history.won")})`)];

/** Asks whether to delete a game, and says what that means for others. @param {HistoryLine} line */
export function sureToDelete({ imported, finished, others }) {
  const kept = imported ? "imported" : others ? "others" : "alone";
  const text = [say(`web.history.delete.${kept}`, { count: others }), finished || imported ? null : ` ${say("web.history.delete.playing")}`];
  return confirmed(say("web.history.delete.title"), text, "delete-game");
}
