/**
 * Keys that work anywhere in the play view: u, r, h and Escape.  Not while typing, not in a dialog, and not with Ctrl, Alt or Meta,
 * which belong to the browser.
 */

import { view } from "./view.js";

const TYPING = "input, textarea, select, [contenteditable]";

/** @param {{store: object, board: import("./board/board.js").Board}} context */
export function mountKeys({ store, board }) {
  const actions = {
    u: () => store.undo(),
    r: () => store.redo(),
    h: () => store.request("hint"),
    escape: () => board.hand.release(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (view() !== "play" || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.(TYPING)) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
