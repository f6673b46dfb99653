/** The service worker, with which the game opens without a connection. Plain http on the home network has none; everything else works there. */

// The page's one Trusted Types policy. Browsers without Trusted Types take the address as it is.
const policy = globalThis.trustedTypes?.createPolicy("charidice", { createScriptURL: (/** @type {string} */ address) => address });

export function registerWorker() {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  const address = "/sw.js";
  navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { updateViaCache: "all" }).catch(() => {
    // Without its worker the page still plays; it only cannot be opened offline.
  });
}
