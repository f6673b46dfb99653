/** Entry point: applies language and theme, then shows the screen of the URL. */

import { applyTheme, CONSTANTS, setting, SETTING_CHANGED } from "./lib/settings.js";
import { LANGUAGE_CHANGED, useLanguage } from "./lib/text.js";
import { renderBar, watchConnection } from "./shell/bar.js";
import { followLinks, load, show } from "./shell/router.js";

document.addEventListener(SETTING_CHANGED, applyTheme);
document.addEventListener(LANGUAGE_CHANGED, () => renderBar());
applyTheme();
followLinks();
const wanted = setting("language") ?? document.documentElement.lang;
await speak(CONSTANTS.languages.some(({ code }) => code === wanted) ? wanted : "en");
await show();
watchConnection();
if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
fetchAhead().catch(() => {
  // A failed prefetch is retried when the module is needed.
});

/** Loads a language, retrying while the server is unreachable: without texts there is no page. @param {string} language */
async function speak(language) {
  try {
    await useLanguage(language);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await speak(language);
  }
}

/** Prefetches the table, which most people open next, then registers the service worker. */
async function fetchAhead() {
  await load("table/table-screen");
  await Promise.all([load("shell/menu"), load("start/new-table")]);
  (await import("./shell/worker.js")).registerWorker();
}
