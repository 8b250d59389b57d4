/**
 * The analysis of a game: every position of a line is judged in order, every move is marked by what is proved.
 *
 * For each position the engine is asked whether it can be won and, if so, for the shortest solution within a moment.  A move
 * is the only one if all others are proved to lose: they are asked about one by one until one of them wins, which most often
 * is the first.  What is known already (see ../ask/verdicts.js) is not asked.
 */

import { run } from "../ask/jobs.js";
import { fromAnswer, learn, lookup, spreadBack } from "../ask/verdicts.js";
import { judgedOf, markOf } from "./judge.js";

/** Seconds for a verdict, for the shortest solution, and for a move that was not played. */
const SECONDS = { win: 10, shortest: 2, rival: 1 };
/** The most positions in a row that are passed over after searches for the shortest solution have failed. */
const MOST_PASSED = 8;

class Stopped extends Error {}

export class Analysis {
  /** Positions that are judged, of how many. */
  done = 0;
  of = 0;
  /** Why it ended early: "" if the connection was lost. @type {string|null} */
  failure = null;

  #store;
  #job = null;
  #stopped = false;
  /** How many positions are passed over after the next failure, and how many are left of the last. */
  #pass = 1;
  #left = 0;

  /** @param {object} store where States come from */
  constructor(store) {
    this.#store = store;
  }

  /** Stop; what was found stays. */
  stop() {
    this.#stopped = true;
    this.#job?.drop();
  }

  get stopped() {
    return this.#stopped;
  }

  /**
   * @param {object} setup @param {import("./tree.js").Node[]} nodes of the line, the root first @param {() => void} told after every
   *        position @returns {Promise<boolean>} whether it went to the end
   */
  async go(setup, nodes, told) {
    this.of = nodes.length;
    const moves = nodes.slice(1).map(({ text }) => text);
    try {
      for (let count = 0; count < nodes.length; count += 1) {
        nodes[count].judged = judgedOf(await this.#judge(setup, moves.slice(0, count)));
        if (count > 0) nodes[count].mark = await this.#mark(setup, moves.slice(0, count), nodes[count]);
        this.done = count + 1;
        told();
      }
      return true;
    } catch (error) {
      if (!(error instanceof Stopped)) this.failure = error.message;
      return false;
    }
  }

  /** A solution as the engine finds it, whatever is known already: the same for everyone, if it is found in time.  @returns {Promise<string[]|null>} */
  async solution(setup) {
    return (await this.#ask("win", setup, [], SECONDS.win, false)).line;
  }

  /** Whether all moves but the last of a line are proved to lose, and one of them not by the rules alone. */
  async isRiddle(setup, moves) {
    const past = moves.slice(0, -1);
    const { legal } = await this.#store.look(past, setup);
    if (legal.length < 2 || (await this.#rivals(setup, moves)) !== "lost") return false;
    const rivals = legal.filter(({ text }) => text !== moves.at(-1));
    const states = await Promise.all(rivals.map(({ text }) => this.#store.look([...past, text], setup)));
    return states.some(({ why_lost: why, stuck }) => !why && !stuck);
  }

  /** What is known of a position after asking. */
  async #judge(setup, moves) {
    const state = await this.#store.look(moves, setup);
    if (this.#stopped) throw new Stopped();
    if (state.won) learn(setup, moves, { verdict: "won", line: [], shortest: true, proof: null, answer: null });
    let known = lookup(setup, moves);
    if (!known || known.verdict === "open") known = await this.#ask("win", setup, moves, SECONDS.win);
    if (known.verdict === "won" && !(known.line && known.shortest)) known = await this.#shorten(setup, moves, known);
    return known;
  }

  /**
   * Look for a shortest solution.  Where one cannot be proved in time, the positions next to it are not likely to fare better: ever
   * more of them are passed over, until one is proved.
   */
  async #shorten(setup, moves, known) {
    if (this.#left > 0) {
      this.#left -= 1;
      return known;
    }
    const found = await this.#ask("shortest", setup, moves, SECONDS.shortest);
    if (found.shortest) this.#pass = 1;
    else {
      this.#left = this.#pass;
      this.#pass = Math.min(MOST_PASSED, 2 * this.#pass);
    }
    return found;
  }

  async #mark(setup, moves, node) {
    const before = node.parent.judged;
    const isWon = before.verdict === "won" && node.judged.verdict === "won";
    return markOf({ before, after: node.judged, rivals: isWon ? await this.#rivals(setup, moves) : "unknown" });
  }

  /** Whether any move but the last of a line would have won. */
  async #rivals(setup, moves) {
    const past = moves.slice(0, -1);
    const best = lookup(setup, past)?.line?.[0];
    if (best !== undefined && best !== moves.at(-1)) return "won";
    const { legal } = await this.#store.look(past, setup);
    let undecided = false;
    for (const { text } of legal) {
      if (text === moves.at(-1)) continue;
      const line = [...past, text];
      const state = await this.#store.look(line, setup);
      if (state.won) return "won";
      if (state.why_lost) continue;
      let known = lookup(setup, line);
      if (!known || known.verdict === "open") known = await this.#ask("win", setup, line, SECONDS.rival);
      if (known.verdict === "won") return "won";
      undecided ||= known.verdict !== "lost";
    }
    return undecided ? "unknown" : "lost";
  }

  /** Ask, remember the answer, and give what is known then. */
  async #ask(what, setup, moves, seconds, isKnown = true) {
    if (this.#stopped) throw new Stopped();
    const ended = await new Promise((settled) => {
      this.#job = run({ what, setup, moves, seconds }, { settled, quiet: true });
      const { drop } = this.#job;
      this.#job.drop = () => {
        drop();
        settled(null);
      };
    });
    if (this.#stopped || ended === null) throw new Stopped();
    if (!ended.answer) throw new Error(ended.message ?? "");
    const found = fromAnswer(ended.answer);
    const verdict = learn(setup, moves, found);
    if (!isKnown) return found;
    if (what !== "win") spreadBack(setup, moves, verdict);
    return lookup(setup, moves) ?? verdict;
  }
}
