/**
 * Puzzles without a game: positions of a deal in which only one move wins, found by the engine.
 *
 * It walks along its own solution of the deal, from a third of the way on, and takes the first position in which there is a choice and all
 * other moves are proved to lose.  So a deal has one puzzle, the same for everyone, as long as nobody's machine is too slow.
 */

import { run } from "../ask/jobs.js";
import { Analysis } from "./analysis.js";

/** Seconds for a deal that can be won, and for all of it. */
const SECONDS = { deal: 20, all: 60 };

export class Riddles {
  #store;
  #job = null;
  #analysis = null;
  #stopped = false;

  constructor(store) {
    this.#store = store;
  }

  stop() {
    this.#stopped = true;
    this.#job?.drop();
    this.#analysis?.stop();
  }

  /**
   * The next puzzle: that of the deal on the table if nothing has been played there, or of one drawn at random by its rules.
   * @param {{setup: object, isFresh: boolean}} from
   * @returns {Promise<{setup: object, moves: string[], answer: string}|{failure: string}|null>} null if none was found in time, or it was
   *          stopped; a failure is what the server said, empty if it did not answer
   */
  async next({ setup, isFresh }) {
    const ends = performance.now() + SECONDS.all * 1000;
    let dealt = isFresh ? setup : null;
    while (!this.#stopped && performance.now() < ends) {
      dealt ??= await this.#deal(setup);
      if (this.#stopped) return null;
      if (dealt.failure !== undefined) return dealt;
      const found = dealt.game && (await this.#walk(dealt, ends));
      if (found) return found;
      if (this.#analysis && this.#analysis.failure !== null) return { failure: this.#analysis.failure };
      dealt = null;
    }
    return null;
  }

  /** A deal that can be won; nothing if none was found soon. */
  #deal({ game, size, variant, options }) {
    return new Promise((dealt) => {
      const question = { what: "winnable", setup: { game, size, variant, options }, moves: [], seconds: SECONDS.deal };
      this.#job = run(question, { settled: ({ answer, message }) => dealt(answer ? (answer.setup ?? {}) : { failure: message ?? "" }) });
      const { drop } = this.#job;
      this.#job.drop = () => {
        drop();
        dealt({});
      };
    });
  }

  async #walk(setup, ends) {
    this.#analysis = new Analysis(this.#store);
    try {
      const { setup: whole } = await this.#store.look([], setup);
      const line = await this.#analysis.solution(whole);
      if (!line) return null;
      const third = Math.floor(line.length / 3);
      // The last moves are no riddle.
      for (const at of [...span(third, line.length - 2), ...span(0, third)]) {
        if (this.#stopped || performance.now() > ends) return null;
        if (await this.#analysis.isRiddle(whole, line.slice(0, at + 1))) return { setup: whole, moves: line.slice(0, at), answer: line[at] };
      }
    } catch (error) {
      if (!this.#stopped) this.#analysis.failure = error.message;
    }
    return null;
  }
}

/** The numbers from one to before another. */
function span(from, to) {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
