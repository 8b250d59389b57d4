/**
 * Where a lost line lost its win.
 *
 * Once lost, always lost: along a line the verdicts are won first and lost afterwards, so the move between them is found
 * by halving.  The last move is looked at first, for it is the usual one.
 */

import { run } from "./jobs.js";
import { fromAnswer, learn, lookup } from "./verdicts.js";

const SECONDS = 10;

/**
 * Find how many moves of a lost line keep the win.
 * @param {object} setup @param {string[]} moves
 * @param {(found: {after: number|null}) => void} found `after` is the number of moves played before the one that lost, null if
 *        the start was lost; not called if a position on the way cannot be decided
 * @returns {{stop: () => void}}
 */
export function findLoss(setup, moves, found) {
  let job = null;
  let stopped = false;
  // Won after `low` moves, lost after `high`; -1 stands for a past before the deal.
  let low = -1;
  let high = moves.length;

  function next() {
    if (stopped) return;
    if (high - low === 1) {
      found({ after: low < 0 ? null : low });
      return;
    }
    const middle = high === moves.length ? high - 1 : low < 0 ? 0 : Math.floor((low + high) / 2);
    const known = lookup(setup, moves.slice(0, middle));
    if (known && known.verdict !== "open") step(middle, known.verdict);
    else look(middle);
  }

  function step(middle, verdict) {
    if (verdict === "won") low = middle;
    else if (verdict === "lost") high = middle;
    else return;
    next();
  }

  function look(middle) {
    const before = moves.slice(0, middle);
    job = run(
      { what: "win", setup, moves: before, seconds: SECONDS },
      {
        settled(ended) {
          if (!ended.answer) return;
          const verdict = learn(setup, before, fromAnswer(ended.answer));
          if (!stopped) step(middle, verdict.verdict);
        },
      },
    );
  }

  next();
  return {
    stop() {
      stopped = true;
      job?.drop();
    },
  };
}
