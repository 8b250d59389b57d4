/**
 * Whether the server is there.
 *
 * A request or a question that gets no answer says `missed`; then the page knocks, ever less often, until the server answers.
 * Whoever has said that it does not answer listens to `back` and takes the words away, or asks again what still matters.
 */

import { request } from "./transport.js";

/** Milliseconds until the next knock. */
const WAITS = [300, 700, 1500, 3000];
/** Milliseconds after which a server that was back counts as steady. */
const STEADY = 10_000;

/** Fires `back` when the server answers again. */
export const presence = new EventTarget();

let away = false;
let knocks = 0;
let backAt = -Infinity;

/** Nothing came back from the server. */
export function missed() {
  if (away) return;
  away = true;
  // A server that answers and yet drops every question is not knocked at faster and faster.
  if (performance.now() - backAt > STEADY) knocks = 0;
  wait();
}

/** Something came. */
export function answered() {
  if (!away) return;
  away = false;
  backAt = performance.now();
  presence.dispatchEvent(new Event("back"));
}

function wait() {
  window.setTimeout(knock, WAITS[Math.min(knocks, WAITS.length - 1)]);
  knocks += 1;
}

async function knock() {
  if (!away) return;
  try {
    const { status } = await request("/api/health", { cache: "no-store" });
    // A proxy may answer for a server that does not.
    if (status < 500) return answered();
  } catch {
    // Not yet.
  }
  if (away) wait();
}
