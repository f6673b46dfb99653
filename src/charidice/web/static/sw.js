/* Lets Charidice open without a connection: keeps the page and the files of one build. Games and everything else come from the server. */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const FILES = "/static/{build}/";
const ICON = "/static/icons/icon.svg";
const CACHE = `charidice ${FILES}`;
/* A connection that hardly works is no reason to look at an empty page. */
const TIMEOUT = 4000;

/** Fetches file after file, so that whoever plays meanwhile does not wait; what is here already stays when it is tried again. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const list = await fetch(`${FILES}offline.json`);
  for (const path of [ICON, ...(await list.json()).map((/** @type {string} */ name) => FILES + name)]) {
    if (!(await cache.match(path))) await cache.add(new Request(path, { priority: "low" }));
  }
  const page = await fetch("/");
  // A server that was updated meanwhile has a page, and a worker, of another build.
  if (!(await page.clone().text()).includes(FILES)) throw new Error(`no page of ${FILES}`);
  await cache.put("/", page);
}

/** The browser asks for a page while it still starts the worker. */
async function begin() {
  await worker.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {RequestInfo} request */
const kept = (request) => caches.match(request, { cacheName: CACHE, ignoreVary: true });

/** The page from the server if it answers in time, else as it was kept: every address shows the same page, which reads the address itself. @param {FetchEvent} event */
async function freshOrKept({ request, preloadResponse }) {
  const fresh = preloadResponse.then((answer) => answer ?? fetch(request));
  const page = await kept("/");
  if (!page) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT, page));
  return Promise.race([fresh.catch(() => page), late]);
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(keepFiles());
});

worker.addEventListener("activate", (event) => event.waitUntil(begin()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/api/")) event.respondWith(freshOrKept(event));
  } else if (pathname.startsWith(FILES) || pathname === ICON) {
    event.respondWith(kept(request).then((file) => file ?? fetch(request)));
  }
});
