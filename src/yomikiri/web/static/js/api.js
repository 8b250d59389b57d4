/**
 * Plain requests to the server.  One place knows how a refusal looks, so that everyone else handles a sentence.
 */

import { answered, missed } from "./presence.js";
import { request as reach } from "./transport.js";

/** A refusal of the server, or a server that is not there; `message` is a sentence for people. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status 0 when no answer came at all */
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }

  /** Whether the server was not there; it may be later. */
  get lost() {
    return this.status === 0;
  }
}

async function request(path, init) {
  let response;
  try {
    response = await reach(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    missed();
    throw new ApiError("", 0);
  }
  if (response.status < 500) answered();
  if (response.ok) return response;
  let message = "";
  try {
    message = (await response.json()).error ?? "";
  } catch {
    // Not JSON: a proxy, or a server in trouble.  The status alone has to do.
  }
  throw new ApiError(message || `HTTP ${response.status}`, response.status);
}

/** @param {string} path @param {{signal?: AbortSignal}} [init] */
export async function get(path, init = {}) {
  return (await request(path, init)).json();
}

/** @param {string} path @param {object} body @param {{signal?: AbortSignal}} [init] */
export async function post(path, body, init = {}) {
  return (await postRaw(path, body, init)).json();
}

/** Like `post`, but gives the Response itself: for files. */
export function postRaw(path, body, init = {}) {
  return request(path, {
    ...init,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
