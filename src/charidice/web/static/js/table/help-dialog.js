/** Help at the table: the combinations, a turn in short, the keys, and a link to the rules. */

import { combinations } from "../parts/combinations.js";
import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";

/** Keys as shown, and the last part of each description's catalog key. */
const HELP = [
  ["1 – 6", "hold"],
  ["␣", "roll"],
  ["↑ ↓", "options"],
  ["⏎", "score"],
  ["G", "ask"],
  ["H", "hint"],
  ["U", "undo"],
  ["S", "sheets"],
  ["?", "help"],
];

export function openHelp() {
  return openDialog(say("web.table.help"), (close) => [
    combinations("h3"),
    h("p", {}, say("web.table.help.turn")),
    h("p", {}, say("web.table.help.gift")),
    h("h3", {}, say("web.table.help.keys")),
    h("dl", { class: "keys" }, HELP.map(([key, name]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, say(`web.table.key.${name}`))))),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button plain", href: "/rules", target: "_blank" }, say("web.table.rules")),
      h("button", { class: "button primary", type: "button", on: { click: () => close() } }, say("web.table.play-on")),
    ),
  ]);
}
