/** Entry point: applies language and theme, then shows the screen of the URL. */

import { Offline, useDevice } from "./lib/api.js";
import { applyTheme, CONSTANTS, setting, SETTING_CHANGED } from "./lib/settings.js";
import { LANGUAGE_CHANGED, useLanguage } from "./lib/text.js";
import { renderBar, watchConnection } from "./shell/bar.js";
import { followLinks, load, show } from "./shell/router.js";

const isOfTableHere = /^\/api\/tables\/here-/;

document.addEventListener(SETTING_CHANGED, applyTheme);
document.addEventListener(LANGUAGE_CHANGED, () => renderBar());
applyTheme();
followLinks();
useDevice(device());
await speak(wanted());
await show();
watchConnection();
if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
fetchAhead().catch(() => {
  // A failed prefetch is retried when the module is needed.
});

/** Tables on this device, whose modules are loaded when they are needed. @returns {import("./lib/api.js").Device} */
function device() {
  const server = () =>
    import("./device/server.js").catch(() => {
      throw new Offline();
    });
  return {
    answers: (path, body) => (CONSTANTS.site && path.startsWith("/api/")) || isOfTableHere.test(path) || isOfTableHere.test(`/api/tables/${/** @type {{table?: string}} */ (body)?.table}`),
    answer: async (method, path, body) => (await server()).answer(method, path, body),
    listen: async (table, show) => (await server()).listen(table, show),
    putOnline: async (table, places) => (await server()).putOnline(table, places),
  };
}

/** The language chosen before, else the server's choice, or on a static site the browser's. */
function wanted() {
  const codes = CONSTANTS.languages.map(({ code }) => code);
  const asked = [setting("language"), ...(CONSTANTS.site ? navigator.languages.map((each) => each.slice(0, 2)) : []), document.documentElement.lang];
  return asked.find((each) => codes.includes(each ?? "")) ?? "en";
}

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
  await (await import("./shell/worker.js")).registerWorker();
}
