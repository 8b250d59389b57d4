/**
 * How the page reaches what answers it, in the site without a server: workers of the browser, which have the kernel.
 *
 * It takes the place of the file of this name that knows a server.
 */

import { Office } from "./local/office.js";

const office = new Office(new URL("../", import.meta.url));

/** A request, as `fetch` has it. @param {string} path @param {object} [init] @returns {Promise<Response>} */
export function request(path, init = {}) {
  return office.request(path, init);
}

/** A new connection for questions to the solver: it behaves like a WebSocket. */
export function connect() {
  return office.connect();
}

if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("../../service-worker.js", import.meta.url));
