/* Lets Charidice open without a connection: the shell is kept, games and everything else always come from the server. */

const CACHE = "charidice";
const SHELL = "/api/shell";
/* A connection that hardly works is no reason to look at an empty page. */
const PATIENCE = 4000;

/** Keeps the files of the server's version; does nothing if they are here already. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  const answer = await fetch(SHELL, { cache: "no-store" });
  if (!answer.ok) throw new Error(`no shell: ${answer.status}`);
  const { version, files } = await answer.clone().json();
  const kept = await (await cache.match(SHELL))?.json();
  if (kept?.version === version) return;
  await cache.addAll(files.map((path) => new Request(path, { cache: "reload" })));
  for (const { url } of kept ? await cache.keys() : []) {
    if (!files.includes(new URL(url).pathname)) await cache.delete(url);
  }
  await cache.put(SHELL, answer);
}

/** Whether an answer is what it is to be kept as: an address that shows something else is no shell. */
const isKept = (answer, keptAs) =>
  answer.ok && !answer.redirected && (keptAs !== "/" || answer.headers.get("Content-Type")?.startsWith("text/html"));

/** From the server if it answers in time, else as it was kept. */
async function freshOrKept(request, keptAs) {
  const kept = await caches.match(keptAs, { ignoreVary: true });
  const fresh = fetch(request).then(async (answer) => {
    if (isKept(answer, keptAs)) await (await caches.open(CACHE)).put(keptAs, answer.clone());
    return answer;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fresh.catch(() => kept), late]);
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepShell());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname.startsWith("/api/")) return;
    // Every address shows the same page, which reads the address itself.
    event.respondWith(freshOrKept(request, "/"));
    event.waitUntil(keepShell().catch(() => {}));
  } else if (pathname.startsWith("/static/") || pathname.startsWith("/api/messages/") || pathname === "/manifest.webmanifest") {
    event.respondWith(freshOrKept(request, pathname));
  }
});
