/**
 * How the page reaches what answers it: the one place that knows that there is a server.
 *
 * Moves are played here, by the kernel as WebAssembly, once its module has come: so the table answers at once, and a server that
 * goes away stops no game.  The server is asked for what takes a search, for files and surveys; and for everything where it has
 * no module to give.  The site without a server has a file of this name that never asks anyone; see docs/site.md.
 */

import { Office } from "./local/office.js";

/** What needs no more than the rules. */
const BY_THE_RULES = new Set(["/api/state", "/api/line", "/api/analyse", "/api/random", "/api/guide"]);

const office = new Office({
  shelf: () => fetch("/api/shelf").then((response) => response.json()),
  listed: () => office.shelf().then(({ listed }) => listed),
  module: (name) => WebAssembly.compileStreaming(fetch(`/static/kernel/${name}.wasm`)),
});

/** A request, as `fetch` has it. @param {string} path @param {object} [init] @returns {Promise<Response>} */
export async function request(path, init) {
  if (!BY_THE_RULES.has(path)) return fetch(path, init);
  const body = JSON.parse(init.body);
  if (!office.isReady((body.setup ?? body).game)) return fetch(path, init);
  const own = await office.request(path, init);
  if (own.ok) return own;
  // The server may know more than the modules, and refuses in better words; if it is there.
  return fetch(path, init).catch(() => own);
}

/** A new connection for questions to the solver: a WebSocket, or what behaves like one. */
export function connect() {
  const { protocol, host } = window.location;
  return new WebSocket(`${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/socket`);
}
