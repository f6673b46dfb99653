/** Help at the pad: the combinations, how a turn is entered and corrected, and a link to the rules. */

import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { combinations } from "../parts/combinations.js";
import { say } from "../lib/text.js";

export function openPadHelp() {
  // Offline, a new window opens only from the service worker's cache.
  const target = navigator.serviceWorker?.controller ? "_blank" : null;
  return openDialog(say("web.table.help"), (close) => [
    combinations("h3"),
    ["enter", "correct", "offline"].map((part) => h("p", {}, say(`web.pad.help.${part}`))),
    h("p", {}, say("web.table.help.gift")),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button plain", href: "/rules", target, on: { click: () => close() } }, say("web.table.rules")),
      h("button", { class: "button primary", type: "button", on: { click: () => close() } }, say("web.table.play-on")),
    ),
  ]);
}
