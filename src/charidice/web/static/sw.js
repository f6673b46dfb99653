/* Lets Charidice open without a connection: keeps the page and the files of one build. Games and everything else come from the server. */

const FILES = "/static/{build}/";
const CACHE = `charidice ${FILES}`;
/* A connection that hardly works is no reason to look at an empty page. */
const PATIENCE = 4000;

/** Fetches file after file, so that whoever plays meanwhile does not wait; what is here already stays when it is tried again. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const list = await fetch(`${FILES}offline.json`);
  for (const name of await list.json()) {
    const file = new Request(FILES + name, { priority: "low" });
    if (!(await cache.match(file))) await cache.add(file);
  }
  const page = await fetch("/");
  // A server that was updated meanwhile has a page, and a worker, of another build.
  if (!(await page.clone().text()).includes(FILES)) throw new Error(`no page of ${FILES}`);
  await cache.put("/", page);
}

async function forgetOtherBuilds() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

const kept = (request) => caches.match(request, { cacheName: CACHE, ignoreVary: true });

/** The page from the server if it answers in time, else as it was kept: every address shows the same page, which reads the address itself. */
async function freshOrKept(request) {
  const page = await kept("/");
  const fresh = fetch(request);
  if (!page) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, page));
  return Promise.race([fresh.catch(() => page), late]);
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepFiles());
});

self.addEventListener("activate", (event) => event.waitUntil(forgetOtherBuilds().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/api/")) event.respondWith(freshOrKept(request));
  } else if (pathname.startsWith(FILES)) {
    event.respondWith(kept(request).then((file) => file ?? fetch(request)));
  }
});
