/**
 * Moves that play themselves: after a move of the player the page goes on with those that the server marks `by_itself`, as far
 * as the setting allows, and so to the end of a game that is as good as won.
 *
 * Undo takes them back together with the move that they followed, and redo plays them with it.
 */

import { calm } from "../board/flight.js";
import { setting } from "./settings.js";

/** Milliseconds between two of them: each is to be seen. */
const PAUSE = 130;
const ALLOWED = { safe: ["safe"], all: ["safe", "home"], never: [] };

/** @param {{store: object}} context */
export function mountHomeward({ store }) {
  /** How many moves had been played before each that played itself, in the game on the table. */
  let unasked = new Set();
  let key = "";
  let timer = 0;
  let playing = false;

  const next = () => store.state.legal.find(({ by_itself }) => ALLOWED[setting("homeward")].includes(by_itself));

  function goOn() {
    const move = next();
    if (!move || store.state.won) return;
    unasked.add(store.moves.length);
    playing = true;
    store.play(move.text).finally(() => {
      playing = false;
    });
  }

  function later(action) {
    timer = window.setTimeout(action, calm() ? 0 : PAUSE);
  }

  store.addEventListener("change", ({ detail: { kind } }) => {
    window.clearTimeout(timer);
    const setup = JSON.stringify(store.setup);
    if (setup !== key || kind === "start") unasked = new Set();
    key = setup;
    const played = store.moves.length;
    if (kind === "play") {
      // A move of the player's own begins another line: what was played later in the old one says nothing.
      if (!playing) unasked = new Set([...unasked].filter((count) => count < played - 1));
      later(goOn);
    } else if (kind === "undo" && unasked.has(played)) later(() => store.undo());
    else if (kind === "redo" && unasked.has(played) && store.future.length > 0) later(() => store.redo());
  });
}
