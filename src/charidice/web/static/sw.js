/* Service worker: caches the page and the files of one build, so that Charidice opens offline. Everything else comes from the network. */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const FILES = "/static/{build}/";
const ICON = "/static/icons/icon.svg";
/** Pages that are not the game: the interface and the documentation. */
const OTHER_PAGES = /^\/(api|docs)(\/|$)/;
const CACHE = `charidice ${FILES}`;
/* Milliseconds before a slow network gives way to the cached page. After an update of the server that page is of the old build, until the browser
   has checked this worker's file, which it may cache for an hour. */
const TIMEOUT = 500;
const TOO_MANY = 429;

/** Caches one file at a time, so as not to slow down a running game; a retry skips files already cached. */
async function cacheFiles() {
  const cache = await caches.open(CACHE);
  const list = await fetch(`${FILES}offline.json`);
  for (const path of [ICON, ...(await list.json()).map((/** @type {string} */ name) => FILES + name)]) {
    if (!(await cache.match(path))) await cache.add(new Request(path, { priority: "low" }));
  }
  const page = await fetch("/");
  // If the server was updated meanwhile, this page belongs to another build, which has its own worker.
  if (!(await page.clone().text()).includes(FILES)) throw new Error(`no page of ${FILES}`);
  await cache.put("/", page);
}

/** With navigation preload the browser fetches a page while the worker starts. */
async function activate() {
  await worker.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {RequestInfo} request */
const cached = (request) => caches.match(request, { cacheName: CACHE, ignoreVary: true });

/** Network first, then the cached page on failure, timeout or too many requests; one page serves every URL. @param {FetchEvent} event */
async function networkFirst({ request, preloadResponse }) {
  const fresh = preloadResponse.then((answer) => answer ?? fetch(request));
  const page = await cached("/");
  if (!page) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT, page));
  const answered = fresh.then((answer) => (answer.status === TOO_MANY ? page : answer));
  return Promise.race([answered.catch(() => page), late]);
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(cacheFiles());
});

worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    if (!OTHER_PAGES.test(pathname)) event.respondWith(networkFirst(event));
  } else if (pathname.startsWith(FILES) || pathname === ICON) {
    event.respondWith(cached(request).then((file) => file ?? fetch(request)));
  }
});
