/**
 * The way in: a link with `#token=…` is traded for a cookie, and the token leaves the address bar.  If the server is away at that
 * moment the token is kept for the next try.
 */

import { post } from "./api.js";

let token = null;

export async function enter() {
  const link = new URLSearchParams(window.location.hash.slice(1));
  if (link.has("token")) {
    token = link.get("token");
    link.delete("token");
    const rest = link.toString();
    window.history.replaceState(null, "", rest ? `#${rest}` : window.location.pathname);
  }
  if (token === null) return;
  try {
    await post("/api/enter", { token });
    token = null;
  } catch (error) {
    if (!error.lost) token = null;
    throw error;
  }
}
