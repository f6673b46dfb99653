/** Being installed and being offline: the service worker, and the banner that says when there is no connection. */

import { h } from "../lib/dom.js";
import { LANGUAGE_CHANGED, say } from "../lib/text.js";
import { trusted } from "../lib/trusted.js";

let reached = true;

/** Plain http on the home network has no service worker; everything else works there all the same. */
export function registerWorker() {
  showConnection();
  for (const change of ["online", "offline"]) addEventListener(change, showConnection);
  document.addEventListener(LANGUAGE_CHANGED, showConnection);
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  navigator.serviceWorker.register(trusted.url("/sw.js")).catch(() => {
    // Without its worker the page still plays; it only cannot be opened offline.
  });
}

/** Tells whether the server answered; a browser may believe to be online where it cannot be reached. */
export function noteAnswer(answered) {
  if (answered === reached) return;
  reached = answered;
  showConnection();
}

function showConnection() {
  document.querySelector(".offline-banner")?.remove();
  if (navigator.onLine && reached) return;
  document.getElementById("bar").after(h("p", { class: "offline-banner", role: "status" }, say("web.offline.now")));
}
