/**
 * Keeps the site, so that it works without a network after the first visit.
 *
 * All files of one build are fetched together and served together: a page never runs with files of two builds.  The build writes
 * FILES and VERSION, a hash of all of them; a new build waits until the last page of the old one is closed.  What is not among them,
 * the deals of surveys, is kept once it was asked for.
 */

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
const CACHE = `yomikiri-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))));
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith("yomikiri-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const known = await cache.match(event.request, { ignoreSearch: true });
    if (known) return known;
    const fresh = await fetch(event.request);
    if (fresh.ok) await cache.put(event.request, fresh.clone());
    return fresh;
  };
  event.respondWith(answer());
});
