/** The service worker, with which the game opens without a connection. Plain http on the home network has none; everything else works there. */

// The page's one Trusted Types policy. Browsers without Trusted Types take the address as it is.
const policy = globalThis.trustedTypes?.createPolicy("charidice", { createScriptURL: (/** @type {string} */ address) => address });

/** /static/{build}/js/shell/worker.js: a browser takes another address for another worker, and need not ask whether this one is new. */
const build = import.meta.url.split("/").at(-4);

export function registerWorker() {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  const address = `/sw.js?${build}`;
  navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { updateViaCache: "all" }).catch(() => {
    // Without its worker the page still plays; it only cannot be opened offline.
  });
}
