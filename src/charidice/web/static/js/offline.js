/** Being installed and being offline: the service worker, and the banner that says when there is no connection. */

import { h } from "./dom.js";
import { LANGUAGE_CHANGED, say } from "./text.js";
import { trusted } from "./trusted.js";

/** Plain http on the home network has no service worker; everything else works there all the same. */
export function registerWorker() {
  showConnection();
  addEventListener("online", showConnection);
  addEventListener("offline", showConnection);
  document.addEventListener(LANGUAGE_CHANGED, showConnection);
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  navigator.serviceWorker.register(trusted.url("/sw.js")).catch(() => {
    // Without its worker the page still plays; it only cannot be opened offline.
  });
}

function showConnection() {
  document.querySelector(".offline-banner")?.remove();
  if (navigator.onLine) return;
  document.getElementById("bar").after(h("p", { class: "offline-banner", role: "status" }, say("web.offline.now")));
}
