/** Registers the service worker, so that the game opens offline. Over plain http (home networks) there is none; everything else works. */

// The page's only Trusted Types policy; browsers without Trusted Types take the URL as it is.
const policy = globalThis.trustedTypes?.createPolicy("charidice", { createScriptURL: (/** @type {string} */ address) => address });

/** /static/{build}/js/shell/worker.js: the worker's URL changes with the build, so the browser need not check for updates. */
const build = import.meta.url.split("/").at(-4);

export function registerWorker() {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  const address = `/sw.js?${build}`;
  navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { updateViaCache: "all" }).catch(() => {
    // The game works without its worker; it just cannot open offline.
  });
}
