/**
 * What is being played: one setup, the moves so far, the moves taken back.
 *
 * The server is stateless and knows the rules; the page knows only the line of play.  So every change of the line is
 * one request for the State at its end.  Changes wait for each other, in order: two quick presses of undo take back
 * two moves, however slow the server is.
 *
 * Events: `change` (detail `{kind: "start"|"play"|"undo"|"redo"|"restart"|"jump", move, previous}`; `move` is the Move that
 * was played or taken back if it was a single one, `previous` the State before), `error` (detail `{message, status, kind}`).
 * Methods resolve to the new State, or to null if the server refused (an `error` event has told why).
 */

import { post } from "./api.js";

const REMEMBERED = 600;

class Store extends EventTarget {
  /** The last State that the server gave, or null before the first. */
  state = null;
  /** The Setup as the server normalised it. */
  setup = null;
  /** Texts of the moves played. @type {string[]} */
  moves = [];
  /** Texts of the moves taken back, the next one to redo first. @type {string[]} */
  future = [];

  /** How the game is known to go on after a line that was just played: what can be redone there. */
  continuation = (moves) => [];

  #queue = Promise.resolve();
  #known = new Map();

  /** Begin a setup, with moves already played. @returns {Promise<object|null>} */
  start(setup, moves = [], future = []) {
    return this.#change("start", () => ({ setup, moves: [...moves], future: [...future] }));
  }

  /** Play a legal move.  Playing the move that was taken back last keeps the rest of what can be redone. */
  play(text) {
    return this.#change("play", () => {
      const moves = [...this.moves, text];
      const future = this.future[0] === text ? this.future.slice(1) : this.continuation(moves);
      return { setup: this.setup, moves, future };
    });
  }

  /** Play several moves as one change, for runs of cards that people move at once. */
  playAll(texts) {
    return this.#change("play", () => {
      const moves = [...this.moves, ...texts];
      return { setup: this.setup, moves, future: this.continuation(moves) };
    });
  }

  undo() {
    return this.#change("undo", () => this.moves.length > 0 && this.#line(this.moves.length - 1));
  }

  redo() {
    return this.#change("redo", () => this.future.length > 0 && this.#line(this.moves.length + 1));
  }

  restart() {
    return this.#change("restart", () => this.moves.length > 0 && this.#line(0));
  }

  /** Go to the position after `n` moves of the whole line, which includes what can be redone. */
  jump(n) {
    return this.#change("jump", () => n !== this.moves.length && this.#line(n));
  }

  /** Go to the end of any line of this setup, with what can be redone after it. */
  go(moves, future = []) {
    return this.#change("jump", () => ({ setup: this.setup, moves: [...moves], future: [...future] }));
  }

  /** The State after a line of a setup, without going there; refused lines throw. */
  look(moves, setup = this.setup) {
    return this.#stateOf(setup, moves);
  }

  /** Ask the other half of the page for something, such as "hint"; it listens to the event `request`. */
  request(what) {
    this.dispatchEvent(new CustomEvent("request", { detail: { what } }));
  }

  #line(n) {
    const whole = [...this.moves, ...this.future];
    return { setup: this.setup, moves: whole.slice(0, n), future: whole.slice(n) };
  }

  #change(kind, next) {
    const done = this.#queue.then(() => this.#carryOut(kind, next));
    this.#queue = done;
    return done;
  }

  async #carryOut(kind, next) {
    const wanted = next();
    if (!wanted || !wanted.setup) return this.state;
    let state;
    try {
      state = await this.#stateOf(wanted.setup, wanted.moves);
    } catch (error) {
      this.dispatchEvent(
        new CustomEvent("error", { detail: { message: error.message, status: error.status ?? 0, kind } }),
      );
      return null;
    }
    const previous = this.state;
    const move = this.#single(kind, wanted, previous, state);
    Object.assign(this, { state, setup: state.setup, moves: state.moves, future: wanted.future });
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, move, previous } }));
    return state;
  }

  /** The one Move between two States, as far as the legal moves of the earlier one tell. */
  #single(kind, wanted, previous, state) {
    if (!previous || kind === "start") return null;
    const delta = wanted.moves.length - this.moves.length;
    const [short, long] = delta < 0 ? [wanted.moves, this.moves] : [this.moves, wanted.moves];
    if (short.some((text, index) => text !== long[index])) return null; // Another line.
    if (delta === 1) return previous.legal.find((move) => move.text === wanted.moves.at(-1)) ?? null;
    if (delta === -1) return state.legal.find((move) => move.text === this.moves.at(-1)) ?? null;
    return null;
  }

  /** States are remembered, so that undo and redo need no server. */
  async #stateOf(setup, moves) {
    const key = JSON.stringify([setup, moves]);
    let state = this.#known.get(key);
    if (!state) {
      state = await post("/api/state", { setup, moves });
      this.#known.set(key, state);
      this.#known.set(JSON.stringify([state.setup, moves]), state);
      while (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value);
    }
    return state;
  }
}

/** The game on the board of this page. */
export const store = new Store();
