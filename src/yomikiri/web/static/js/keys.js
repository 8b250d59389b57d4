/**
 * Keys that work anywhere in the play view: u, r, h, ? and Escape, and what undoes and redoes everywhere else.  Not while typing,
 * and not in a dialog; other keys with Ctrl, Alt or Meta belong to the browser.
 */

import { view } from "./view.js";

const TYPING = "input, textarea, select, [contenteditable]";

/** @param {{store: object, board: import("./board/board.js").Board}} context */
export function mountKeys({ store, board }) {
  const actions = {
    u: () => store.undo(),
    r: () => store.redo(),
    h: () => store.request("hint"),
    "?": () => store.request("help"),
    escape: () => board.hand.release(),
  };
  function chord({ key, shiftKey }) {
    if (key.toLowerCase() === "z") return shiftKey ? actions.r : actions.u;
    return key.toLowerCase() === "y" && !shiftKey ? actions.r : null;
  }
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    if (view() !== "play" || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.(TYPING)) return;
    const action = event.ctrlKey || event.metaKey ? chord(event) : actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
