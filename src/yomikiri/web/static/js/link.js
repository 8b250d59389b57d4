/**
 * The link: what the address bar holds, and how it is read back.
 *
 * `#game=NAME&size=13&deal=12&moves=HA@1,C4`; a position of one's own is base64url, options are `o.metric=single`.  Signs
 * that addresses may contain stay readable.
 *
 * A link to a study has its moves as `study`, in the notation of study/notation.js.
 *
 * An option that the app prefers to the usual one is always written, whichever it is; a link that does
 * not name it means what the app deals.
 */

import { preferredFor } from "./rules.js";
import { catalogue } from "./titles.js";

function toBase64(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)));
}

/** What the server means by a setup that does not name the options which the app prefers otherwise. */
function usual(game) {
  const options = catalogue.get(game)?.options ?? [];
  return Object.fromEntries(options.filter(({ preferred }) => preferred).map((one) => [one.name, one.default]));
}

/** The hash of a setup and the moves so far, with its `#`; a whole study goes with it as text. */
export function writeLink(setup, moves, study = "") {
  const link = new URLSearchParams();
  link.set("game", setup.game);
  if (setup.size) link.set("size", setup.size);
  if (setup.variant) link.set("variant", setup.variant);
  for (const [name, value] of Object.entries({ ...usual(setup.game), ...setup.options })) link.set(`o.${name}`, value);
  if (setup.arrangement) link.set("arrangement", setup.arrangement);
  if (setup.deal) link.set("deal", setup.deal);
  else link.set("position", toBase64(setup.position ?? ""));
  if (moves.length > 0) link.set("moves", moves.join(","));
  if (study) link.set("study", study);
  const readable = { "%40": "@", "%2C": ",", "%3A": ":", "%2F": "/" };
  return `#${link.toString().replace(/%(?:40|2C|3A|2F)/g, (code) => readable[code])}`;
}

/**
 * What a hash says: a setup and moves, or null if it names no game.
 * @param {string} hash @returns {{setup: object, moves: string[], study: string}|null}
 */
export function readLink(hash) {
  const link = new URLSearchParams(hash.replace(/^#/, ""));
  const game = link.get("game");
  if (!game) return null;
  const setup = { game, size: link.get("size"), variant: link.get("variant") };
  if (link.has("arrangement")) setup.arrangement = link.get("arrangement");
  if (link.has("position")) {
    try {
      setup.position = fromBase64(link.get("position"));
    } catch {
      setup.position = link.get("position"); // Written by hand, perhaps: the server says what is wrong with it.
    }
  } else {
    setup.deal = link.get("deal") ?? "1";
  }
  setup.options = preferredFor(game, setup.position);
  for (const [name, value] of link) if (name.startsWith("o.")) setup.options[name.slice(2)] = value;
  const moves = link.get("moves") ?? "";
  return { setup, moves: moves.split(",").filter(Boolean), study: link.get("study") ?? "" };
}
