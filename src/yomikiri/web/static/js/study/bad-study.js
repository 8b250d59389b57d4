/**
 * What is wrong with a study that was read: a key of the dictionaries (`study.bad.KEY`) and what it tells, above all the token.
 * The same limits hold for all forms of a study.
 */

export const MOST_MOVES = 20_000;
/** Variations within variations. */
export const DEEPEST = 40;
export const LONGEST_COMMENT = 2000;
/** Characters of a move: no game of the server has longer ones. */
export const LONGEST_MOVE = 16;

export class BadStudy extends Error {
  /** @param {string} key @param {Record<string, string|number>} [params] */
  constructor(key, params = {}) {
    super([key, ...Object.entries(params).map(([name, value]) => `${name} ${value}`)].join(", "));
    this.key = key;
    this.params = params;
  }
}

/** Counts the moves that are read and refuses too many. */
export class Counter {
  #count = 0;

  move() {
    this.#count += 1;
    if (this.#count > MOST_MOVES) throw new BadStudy("moves", { most: MOST_MOVES });
  }
}

/** A token as people are shown it: long ones are cut. */
export function cut(token) {
  const text = String(token);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
