/** What else can be done with a finished game. */

import { messageOf } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { h, toast } from "../lib/dom.js";
import { say, seatName } from "../lib/text.js";
import { saveButton } from "../parts/files.js";
import { sheetsButton } from "../parts/sheets-button.js";
import { goToLab } from "../shell/lab.js";

/** @import { View } from "../wire.d.ts" */

/** @param {View} view @param {boolean} isHere whether the game is on this device */
export function openMore({ table, settings, seats }, isHere) {
  const address = `/api/tables/${table}`;
  return openDialog(say("web.table.end.more"), (close) => {
    const link = (/** @type {string} */ href, /** @type {string} */ key, properties = {}) => h("a", { class: "button plain", href, on: { click: () => close() }, ...properties }, say(key));
    return h("div", { class: "end-more" }, [
      settings.pad ? null : link(`/fair-dice/${table}`, "web.table.check-dice", { data: { action: "check" } }),
      sheetsButton(table, address, say("web.table.print-sheets"), isHere && (() => import("../device/printing.js"))),
      saveButton({ words: say("web.table.save-record"), looks: "plain", action: "save", path: () => `${address}/record`, name: `charidice-${table}.json` }),
      settings.pad ? null : h("button", { class: "button plain", type: "button", data: { action: "lab" }, on: { click: () => openLab(table, seats.map(seatName), close) } }, say("web.review.lab")),
      link("/", "web.bar.to.home", { data: { action: "home" } }),
    ]);
  });
}

/** The position before the last decision. @param {string} table @param {string[]} names @param {() => void} close */
async function openLab(table, names, close) {
  try {
    const { lastDecision } = await import("../device/last-decision.js");
    const position = await lastDecision(table);
    close();
    if (position) goToLab(position, names);
  } catch (error) {
    toast(messageOf(error));
  }
}
