/** Registers the service worker, so that the game opens offline. Over plain http (home networks) there is none; everything else works. */

import { file } from "../lib/address.js";
import { toast } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";
import { scriptAddress } from "../lib/trusted.js";

/** /static/{build}/js/shell/worker.js: the worker's URL changes with the build, so the browser need not check for updates. */
const build = import.meta.url.split("/").at(-4);

export async function registerWorker() {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  const { serviceWorker } = navigator;
  // The worker of a newer build takes over when another page brings it.
  serviceWorker.addEventListener("controllerchange", () => serviceWorker.controller?.scriptURL.endsWith(`?${build}`) || toast(say("web.newer")));
  const address = `${CONSTANTS.site ? "." : ""}/sw.js?${build}`;
  try {
    await serviceWorker.register(scriptAddress(address), { updateViaCache: "all" });
    if (isWholeWanted()) await fetchTables();
  } catch {
    // The game works without its worker; it just cannot open offline.
  }
}

/** Whether hints, reviews and every bot have to work offline from the first visit on, too, which takes a few megabytes. */
function isWholeWanted() {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  return !connection?.saveData && (CONSTANTS.site || matchMedia("(display-mode: standalone)").matches);
}

/** Fetches the solver's tables that are not here yet, one at a time, through the worker, which keeps them. */
async function fetchTables() {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  for (const table of CONSTANTS.tables) if (!(await caches.match(file(table)))) await fetch(file(table), { priority: "low" });
}
