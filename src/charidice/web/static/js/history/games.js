/** The games of a history as a list: opened by a press, and saved, printed or deleted behind one more. */

import { confirmed } from "../lib/dialogs.js";
import { h, named } from "../lib/dom.js";
import { has, say } from "../lib/text.js";
import { icon } from "../parts/drawings.js";
import { saveButton } from "../parts/files.js";
import { openPicture } from "../parts/picture-dialog.js";
import { sheetsButton } from "../parts/sheets-button.js";
import { day, dayOf } from "./dates.js";

/** @import { HistoryLine, HistorySeat } from "../wire.d.ts" */

/** Bots of one level are numbered, as at the table. @param {HistorySeat} seat @param {number} index @param {HistorySeat[]} seats */
function seatName({ name, bot }, index, seats) {
  if (!bot || !has(`bot.${bot}`)) return name;
  const twin = seats.slice(0, index + 1).filter((other) => other.bot === bot).length;
  return twin > 1 ? `${say(`bot.${bot}`)} ${twin}` : say(`bot.${bot}`);
}

/** @param {HistoryLine} line */
const addressOf = ({ game, imported }) => (imported ? `/api/history/imported/${game}` : `/api/tables/${game}`);

/** @param {HistoryLine} line @param {{open: boolean, isHere: boolean, opened: (open: boolean) => void, remove: (line: HistoryLine) => void}} more */
export function gameRow(line, { open, isHere, opened, remove }) {
  const { at, game, imported, finished, deleted_on: gone } = line;
  const { date, month, year } = dayOf(at);
  const content = [
    h("span", { class: "day", "aria-hidden": "true" }, h("span", { class: "date" }, date), month, year ? h("span", { class: "year" }, year) : null),
    h("span", { class: "game-words" }, h("span", { class: "unseen" }, `${day(at)}: `), h("span", { class: "game-seats" }, seatsOf(line)), h("span", { class: "soft" }, wordsOf(line).join(" · "))),
  ];
  const href = finished ? `/review/${game}` : imported ? null : `/table/${game}`;
  const label = `${say("web.history.more")}: ${day(at)}`;
  const toggle = h("button", { id: `more-${game}`, class: "game-toggle", type: "button", data: { action: "more" }, "aria-label": label, "aria-expanded": String(open), on: { click: () => opened(!open) } }, "⋯");
  return h(
    "li",
    { class: "history-game", data: { game } },
    href ? h("a", { class: "game-open", href }, content, icon("go")) : h("div", { class: "game-open" }, content),
    toggle,
    !finished && gone ? h("p", { class: "soft gone" }, say("web.history.gone-on", { date: day(gone) })) : null,
    open ? more(line, href, isHere, remove) : null,
  );
}

/** The user first, then the others by their place. @param {HistoryLine} line */
function seatsOf({ seats, me }) {
  const all = seats.map((seat, index) => ({ ...seat, own: index === me, shown: seatName(seat, index, seats) }));
  return all
    .sort((one, other) => Number(other.own) - Number(one.own) || other.total - one.total)
    .map(({ own, shown, total, won }) => h("span", { class: own ? "seat-words own" : "seat-words" }, own ? say("web.history.you") : named(shown), ` ${total}`, won ? winner() : null));
}

const winner = () => [h("span", { "aria-hidden": "true" }, "\u00a0★"), h("span", { class: "unseen" }, ` (${say("web.history.won")})`)];

/** @param {HistoryLine} line */
const wordsOf = ({ went, kind, finished, imported }) => [
  ...(finished ? went : [say("web.history.unfinished")]),
  ...(kind === "pad" ? [say("web.history.kind.pad")] : []),
  ...(imported ? [say("web.history.imported")] : []),
];

/** @param {HistoryLine} line @param {string | null} href @param {boolean} isHere @param {(line: HistoryLine) => void} remove */
function more(line, href, isHere, remove) {
  const { at, kind, finished } = line;
  const address = addressOf(line);
  const link = (/** @type {string} */ to, /** @type {string} */ key) => h("a", { class: "button plain", href: to }, say(`web.history.${key}`));
  const files = finished && [
    sheetsButton(line.game, address, say("web.history.sheets"), isHere && (() => import("../device/printing.js"))),
    h("button", { class: "button plain", type: "button", data: { action: "picture" }, on: { click: () => void openPicture(line.game, address) } }, say("web.history.picture")),
  ];
  return h(
    "div",
    { class: "game-more" },
    h("p", { class: "soft" }, h("time", { datetime: at }, day(at)), ` · ${say(`web.history.kind.${kind}`)}`),
    h(
      "div",
      { class: "buttons" },
      href && link(href, finished ? "review" : "continue"),
      files,
      saveButton({ words: say("web.history.save"), looks: "plain", action: "save", path: () => `${address}/record`, name: "charidice.json" }),
      h("button", { class: "button plain", type: "button", data: { action: "delete" }, on: { click: () => remove(line) } }, say("web.history.delete")),
    ),
  );
}

/** Asks whether to delete a game, and says what that means for others. @param {HistoryLine} line */
export function sureToDelete({ imported, finished, others }) {
  const kept = imported ? "imported" : others ? "others" : "alone";
  const text = [say(`web.history.delete.${kept}`, { count: others }), finished || imported ? null : ` ${say("web.history.delete.playing")}`];
  return confirmed(say("web.history.delete.title"), text, "delete-game");
}
