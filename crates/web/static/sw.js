// Keeps the whole app for the time without a network: after one visit everything is there, the engine included. Only what
// makes pictures is kept from the first picture on.
//
// A new version is fetched in the background and takes over when no page of the old one is open any more. It must not do
// so earlier: an open page would find the engine of its own version neither here nor on the server.

// With the folder in it: a host may have several copies of the app, which share one store.
const PREFIX = `halfboard ${new URL(self.registration.scope).pathname} `;
const CACHE = PREFIX + "{{version}}";
const FILES = "{{files}}".split(" ");
const ON_DEMAND = "{{on_demand}}".split(" ");

/** How long a slow network may keep somebody waiting for a page that is here already, in milliseconds. */
const PATIENCE = 3000;

const here = (file) => new URL(file, self.registration.scope).href;
const kept = new Set(FILES.map(here));
const onDemand = new Set(ON_DEMAND.map(here));

async function keepAll() {
  const cache = await caches.open(CACHE);
  // Files whose folder is named by their contents never change, and the page has just fetched most of them; of all others
  // the browser may hold an older one, and must ask.
  const fresh = (file) => new Request(here(file), { cache: file.startsWith("assets/") ? "default" : "no-cache" });
  await cache.addAll(FILES.map(fresh));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  // The page that installed this is served from here at once, without a second visit.
  await self.clients.claim();
}

async function find(address) {
  const cache = await caches.open(CACHE);
  return cache.match(address, { ignoreVary: true });
}

/** The page: the newest where there is a network, else the one that was kept. */
async function thePage(request) {
  const late = new Promise((go) => setTimeout(go, PATIENCE));
  const network = fetch(request).catch(() => undefined);
  const answer = await Promise.race([network, late]);
  if (answer?.ok) return answer;
  return (await find(here("./"))) ?? (await network) ?? Response.error();
}

/** The pages that have a path, and what their hash begins with; as in `boot.js`. */
const PATHS = { g: "online", puzzle: "puzzles", daily: "solitaire/daily", analysis: "analysis" };

/** The hash of a page that was asked for by its path. */
function hashOf(address) {
  const [first, ...rest] = address.pathname.slice(new URL(here("./")).pathname.length).split("/");
  return Object.hasOwn(PATHS, first) ? `#/${[PATHS[first], ...rest].join("/")}${address.search}` : undefined;
}

/** A page by its path: as the server tells it, else the page that was kept, by its hash. */
async function byPath(request, hash) {
  const late = new Promise((go) => setTimeout(go, PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => undefined), late]);
  return answer?.ok ? answer : Response.redirect(here("./") + hash);
}

async function aFile(request) {
  return (await find(request.url)) ?? fetch(request);
}

/** A file that is kept once it was needed. */
async function whenNeeded(request) {
  const found = await find(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    // Where there is no room for it, it is fetched again the next time.
    await cache.put(request.url, answer.clone()).catch(() => undefined);
  }
  return answer;
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOld()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = new URL(request.url);
  const plain = address.origin + address.pathname;
  if (request.mode === "navigate" && (plain === here("./") || plain === here("index.html"))) {
    event.respondWith(thePage(request));
  } else if (request.mode === "navigate" && hashOf(address)) {
    event.respondWith(byPath(request, hashOf(address)));
  } else if (kept.has(request.url)) {
    event.respondWith(aFile(request));
  } else if (onDemand.has(request.url)) {
    event.respondWith(whenNeeded(request));
  }
});
