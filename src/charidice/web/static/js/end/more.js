/** What else can be done with a finished game. */

import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { saveButton } from "../parts/files.js";
import { sheetsButton } from "../parts/sheets-button.js";

/** @import { View } from "../wire.d.ts" */

/** @param {View} view @param {boolean} isHere whether the game is on this device */
export function openMore({ table, settings }, isHere) {
  const address = `/api/tables/${table}`;
  return openDialog(say("web.table.end.more"), (close) => {
    const link = (/** @type {string} */ href, /** @type {string} */ key, properties = {}) => h("a", { class: "button plain", href, on: { click: () => close() }, ...properties }, say(key));
    return h("div", { class: "end-more" }, [
      settings.pad ? null : link(`/fair-dice/${table}`, "web.table.check-dice", { data: { action: "check" } }),
      sheetsButton(table, address, say("web.table.print-sheets"), isHere && (() => import("../device/printing.js"))),
      saveButton({ words: say("web.table.save-record"), looks: "plain", action: "save", path: () => `${address}/record`, name: `charidice-${table}.json` }),
      link("/", "web.bar.to.home", { data: { action: "home" } }),
    ]);
  });
}
