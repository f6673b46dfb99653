/* Service worker: caches the page and the files of one build, so that Charidice opens offline. Everything else comes from the network. */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** The folder of the game: the root of a server, or any folder of a static site. */
const ROOT = new URL(worker.registration.scope).pathname;
const FILES = `${ROOT}static/{build}/`;
/** The files of any build, after the folder that has them. */
const [STATIC, BUILD] = [`${ROOT}static/`, /^[0-9a-f]{12}\//];
const ICON = `${ROOT}static/icons/icon.svg`;
/** Pages that are not the game, or have a policy of their own: the interface, the documentation, and what others embed. */
const OTHER_PAGES = /^(api|docs|embed)(\/|$)/;
const CACHE = `charidice ${FILES}`;
/** The solver's tables, which few builds change. */
const TABLES = `${ROOT}static/tables/`;
const TABLE_CACHE = `charidice ${TABLES}`;
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
  const page = await fetch(ROOT);
  // If the server was updated meanwhile, this page belongs to another build, which has its own worker.
  if (!(await page.clone().text()).includes("static/{build}/")) throw new Error(`no page of ${FILES}`);
  await cache.put(ROOT, page);
}

/** With navigation preload the browser fetches a page while the worker starts. */
async function activate() {
  await worker.registration.navigationPreload?.enable();
  // On one host there can be several static sites.
  const before = (await caches.keys()).filter((name) => name !== CACHE && name !== TABLE_CACHE && name.startsWith(`charidice ${ROOT}static/`));
  // Pages that are open still need the files of the build before.
  for (const name of before.slice(0, -1)) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {RequestInfo} request @param {string} [cacheName] */
const cached = (request, cacheName) => caches.match(request, { cacheName, ignoreVary: true });

/** Network first, then the cached page on failure, timeout or too many requests; one page serves every URL. @param {FetchEvent} event */
async function networkFirst({ request, preloadResponse }) {
  // Firefox has an answer of type "error" where others have none.
  const fresh = preloadResponse.then((answer) => (answer && answer.type !== "error" ? answer : fetch(request)));
  const page = await cached(ROOT, CACHE);
  if (!page) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT, page));
  const answered = fresh.then((answer) => (answer.status === TOO_MANY ? page : answer));
  return Promise.race([answered.catch(() => page), late]);
}

/** A table, kept from when it is first needed, and its earlier versions no longer. @param {Request} request */
async function table(request) {
  const cache = await caches.open(TABLE_CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.delete(request, { ignoreSearch: true });
    await cache.put(request, answer.clone());
  }
  return answer;
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
    if (!OTHER_PAGES.test(pathname.slice(ROOT.length))) event.respondWith(networkFirst(event));
  } else if (pathname.startsWith(TABLES)) {
    event.respondWith(table(request));
  } else if (pathname === ICON || (pathname.startsWith(STATIC) && BUILD.test(pathname.slice(STATIC.length)))) {
    event.respondWith(cached(request).then((file) => file ?? fetch(request)));
  }
});
