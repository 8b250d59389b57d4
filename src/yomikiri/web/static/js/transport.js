/**
 * How the page reaches what answers it: the one place that knows that there is a server.
 *
 * The site without a server has a file of this name that answers from workers of the browser; see docs/site.md.
 */

/** A request, as `fetch` has it. @param {string} path @param {object} [init] @returns {Promise<Response>} */
export function request(path, init) {
  return fetch(path, init);
}

/** A new connection for questions to the solver: a WebSocket, or what behaves like one. */
export function connect() {
  const { protocol, host } = window.location;
  return new WebSocket(`${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/socket`);
}
