/**
 * How the page reaches what answers it, in the site without a server: workers of the browser, which have the kernel.
 *
 * It takes the place of the file of this name that knows a server.
 */

import { Office } from "./local/office.js";
import { library } from "./local/library.js";
import shelf from "./shelf.js";

const place = new URL("../", import.meta.url);

const load = (path) => fetch(new URL(path, place));

/** What the page has sent for before this script was there; each is taken once. */
const { early } = window;

/** @returns {Promise<WebAssembly.Module|null>|null} */
function earlyModule(name) {
  if (early?.name !== name) return null;
  early.name = null;
  return early.module;
}

/** @returns {Worker|undefined} */
function earlyWorker() {
  const [worker] = early?.workers ?? [];
  if (worker) early.workers.delete(worker);
  return worker;
}

const office = new Office({
  shelf: () => Promise.resolve(shelf),
  listed: () => load("listed.json").then((response) => response.json()),
  module: async (name) => (await earlyModule(name)) ?? WebAssembly.compileStreaming(load(`kernel/${name}.wasm`)),
  worker: earlyWorker,
});

office.open();

/** A request, as `fetch` has it. @param {string} path @param {object} [init] @returns {Promise<Response>} */
export async function request(path, init = {}) {
  if (path === "/api/health") return Response.json({ status: "ok" });
  if (path === "/api/games") return Response.json({ games: shelf.games });
  if (path.startsWith("/api/surveys") || path.startsWith("/api/reports")) return library(path, load);
  return office.request(path, init);
}

/** A new connection for questions to the solver: it behaves like a WebSocket. */
export function connect() {
  return office.connect();
}

// When everything is there that this visit needs: what it keeps for the next is all of the site.
document.addEventListener("ready", () => navigator.serviceWorker?.register(new URL("../../service-worker.js", import.meta.url)), { once: true });
