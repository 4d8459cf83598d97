// The site's service worker. The server sends it as /sw.js, behind a line that says what to keep:
//   self.kept = { name: "offline-3f0c…", page: "/offline/page/3f0c…/", files: ["/static/…", …] };
// Pages come from the network. Where there is none, the page that is kept is shown instead. Nothing
// else is kept, and what is kept is fetched without cookies, so that nothing of a visitor is in it.

/** @type {any} */
const worker = self;
/** @type {{ name: string, page: string, files: string[] }} */
const { name: cacheName, page, files } = worker.kept;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !page) return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (files.includes(new URL(request.url).pathname)) event.respondWith(readFile(request));
});

/** All or nothing: a page without one of its files would not work. */
async function keep() {
  const cache = page && (await caches.open(cacheName)); // without a page it is there for notifications alone
  if (cache) await cache.addAll([page, ...files].map((address) => new Request(address, { credentials: "omit" })));
  await worker.skipWaiting();
}

/** Remove what older deployments have kept. */
async function takeOver() {
  const older = (await caches.keys()).filter((other) => other.startsWith("offline-") && other !== cacheName);
  await Promise.all(older.map((other) => caches.delete(other)));
  await worker.registration.navigationPreload?.enable(); // a page need not wait for this worker
  await worker.clients.claim();
}

/** @param {any} event */
async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const shown = await find(page);
    if (!shown) throw error;
    return shown;
  }
}

/** @param {Request} request */
async function readFile(request) {
  return (await find(request.url)) ?? fetch(request);
}

/** @param {string} address */
async function find(address) {
  const cache = await caches.open(cacheName);
  return cache.match(address, { ignoreVary: true }); // they vary by how they are compressed
}
