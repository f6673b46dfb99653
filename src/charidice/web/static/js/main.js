/** The way in: language and looks first, then the screen that the address names. */

import { applyTheme, CONSTANTS, setting, SETTING_CHANGED } from "./lib/settings.js";
import { LANGUAGE_CHANGED, useLanguage } from "./lib/text.js";
import { renderBar, watchConnection } from "./shell/bar.js";
import { followLinks, load, show } from "./shell/router.js";

document.addEventListener(SETTING_CHANGED, applyTheme);
document.addEventListener(LANGUAGE_CHANGED, () => renderBar());
applyTheme();
followLinks();
const wanted = setting("language") ?? document.documentElement.lang;
await speak(CONSTANTS.languages.includes(wanted) ? wanted : "en");
await show();
watchConnection();
if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
fetchAhead().catch(() => {
  // What is not here yet is asked for again when it is wanted.
});

/** Without words there is no page: a server that is just gone is asked again. @param {string} language */
async function speak(language) {
  try {
    await useLanguage(language);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await speak(language);
  }
}

/** Most people come to play: when the first view is there, the table is fetched, then what opens the game offline. */
async function fetchAhead() {
  await load("table/table-screen");
  await Promise.all([load("shell/menu"), load("start/new-table")]);
  (await import("./shell/worker.js")).registerWorker();
}
