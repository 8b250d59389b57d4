/**
 * The game on the table as something that takes time: how long it has been played, how many hints it took, whether it was
 * won.  It is put on the shelf after every change, and when the page is left.
 *
 * Time runs from the first move until the win, while the page can be seen.
 *
 * Events: `change` (anything but the time), `won` (a move has just won, for the first time in this game), `begun` (its first move).
 */

import { store } from "../store.js";
import { gameWith, putGame } from "./shelf.js";

const wholeOf = ({ moves, future }) => JSON.stringify([...moves, ...future]);

class Session extends EventTarget {
  /** @type {import("./shelf.js").Game|null} */
  game = null;

  #since = null;
  #hintedAt = null;
  /** Whether the first move of this game is still to come, although moves can be redone: it was won and begun again. */
  #anew = false;

  constructor() {
    super();
    store.addEventListener("change", ({ detail }) => this.#changed(detail));
    store.addEventListener("hinted", () => this.#hinted());
    document.addEventListener("visibilitychange", () => this.#pause(document.hidden));
    window.addEventListener("pagehide", () => this.#pause(true));
    window.addEventListener("pageshow", () => this.#pause(document.hidden));
  }

  /** The line on the table was given, not played: statistics do not count this game. */
  give() {
    this.game.given = true;
    this.#put();
  }

  /** Seconds of play, to this moment. */
  get seconds() {
    if (!this.game) return 0;
    return this.game.seconds + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  #hinted() {
    // Asked twice in one position it is still one hint.
    if (!this.game || this.game.won || this.#hintedAt === store.moves) return;
    this.#hintedAt = store.moves;
    this.game.hints += 1;
    this.#put();
  }

  #changed({ kind }) {
    const { setup, moves, future, state } = store;
    this.#stop();
    const wasBegun = this.game !== null && !this.#anew && this.game.moves.length + this.game.future.length > 0;
    const again = kind === "restart" && this.game.won;
    if (kind === "start") this.game = this.#opened();
    if (again) this.game = this.#blank();
    if (kind !== "undo" && kind !== "redo" && kind !== "jump") this.#anew = again;
    // Stepping along a line that the engine found is no win.
    const won = this.game.won || (state.won && (kind === "play" || kind === "start"));
    const fresh = !this.game.won && won && kind === "play";
    Object.assign(this.game, { setup, moves, future, at: Date.now(), won });
    this.#run();
    if (kind === "play" && !wasBegun) this.dispatchEvent(new Event("begun"));
    this.#put();
    if (fresh) this.dispatchEvent(new Event("won"));
  }

  /** The game that is begun or gone on with.  What was won, or is begun again from the deal, is a new game. */
  #opened() {
    const { setup, moves, future } = store;
    const found = gameWith(setup);
    if (found && (wholeOf(found) === wholeOf(store) || (!found.won && moves.length + future.length > 0))) return found;
    return this.#blank();
  }

  /** A game in which nothing has been done yet. */
  #blank() {
    const { setup, moves, future } = store;
    return { setup, moves, future, seconds: 0, hints: 0, begun: Date.now(), at: Date.now(), won: false, counted: false };
  }

  #run() {
    const { moves, future, won } = this.game;
    if (!won && !this.#anew && moves.length + future.length > 0 && !document.hidden) this.#since = performance.now();
  }

  #stop() {
    if (this.game) this.game.seconds = this.seconds;
    this.#since = null;
  }

  #pause(away) {
    if (!this.game) return;
    this.#stop();
    if (!away) this.#run();
    else if (gameWith(this.game.setup)) putGame(this.game); // What was forgotten meanwhile stays forgotten.
  }

  #put() {
    putGame(this.game);
    this.dispatchEvent(new Event("change"));
  }
}

/** The game on the table of this page. */
export const session = new Session();
