/** Said once where a browser deletes what a page has stored, after seven days without a visit; with a backup to save. */

import { h } from "../lib/dom.js";
import { setSetting, setting } from "../lib/settings.js";
import { fetchTextsHere, say } from "../lib/text.js";

/** Safari does so with pages that are not on the home screen, unless it grants that their data persist. */
async function isForgetful() {
  if (!navigator.vendor.startsWith("Apple") || matchMedia("(display-mode: standalone)").matches) return false;
  return !(await navigator.storage?.persisted?.());
}

/** The notice, null where there is nothing to say. @param {() => Promise<void>} save saves a backup @param {() => void} gone called when it has been read */
export async function sevenDays(save, gone) {
  if (setting("warned") || !(await isForgetful())) return null;
  await fetchTextsHere();
  const read = () => {
    setSetting("warned", true);
    gone();
  };
  const button = (/** @type {string} */ action, /** @type {string} */ key, /** @type {() => void} */ click) => h("button", { class: "button plain", type: "button", data: { action }, on: { click } }, say(key));
  const saved = async () => {
    await save();
    read();
  };
  return h("div", { class: "seven-days", role: "note" }, h("p", {}, say("here.seven-days")), h("div", { class: "buttons" }, button("backup", "web.history.backup", saved), button("seven-days-read", "here.seven-days.read", read)));
}
