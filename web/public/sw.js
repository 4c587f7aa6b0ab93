// Keeps the page for when there is no network: what it is made of as it was loaded last. Nothing of the server's answers
// is kept, and whatever the network has comes first.

const SHELL = "nupp-page";
const MOST = 80;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add("./")));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname.endsWith("/")) event.respondWith(page(request));
  else if (pathname.includes("/assets/")) event.respondWith(part(request));
});

/** The page from the network, or as it was. */
async function page(request) {
  const cache = await caches.open(SHELL);
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put("./", found.clone());
    return found;
  } catch {
    return (await cache.match("./")) ?? Response.error();
  }
}

/** A part of the page, whose name changes with its content; the oldest ones are given up. */
async function part(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request);
  if (known) return known;
  const found = await fetch(request);
  if (found.ok) {
    await cache.put(request, found.clone());
    const kept = (await cache.keys()).filter((one) => one.url.includes("/assets/"));
    for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await cache.delete(old);
  }
  return found;
}
