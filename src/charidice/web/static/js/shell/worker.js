/** The service worker, with which the game opens without a connection. Plain http on the home network has none; everything else works there. */

import { trusted } from "../lib/trusted.js";

export function registerWorker() {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  navigator.serviceWorker.register(trusted.url("/sw.js"), { updateViaCache: "all" }).catch(() => {
    // Without its worker the page still plays; it only cannot be opened offline.
  });
}
