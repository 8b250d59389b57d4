/**
 * A study as data: the positions that were reached from one setup, as a tree of moves with comments, marks and verdicts.
 *
 * The first child of a node continues its line, the others are variations; so the main line is the chain of first children
 * from the root.  Nothing here knows a rule, the page or the server: moves are texts.
 *
 * @typedef {{verdict: "won"|"lost"|"open", length: number|null, shortest: boolean}} Judged  `length` is that of the best solution
 *           known, `shortest` says that no other is shorter
 * @typedef {{text: string, comment: string, mark: string|null, judged: Judged|null, parent: Node|null, children: Node[]}} Node
 */

/** What an engine says of a move: the only one that wins, one of the fastest, one that still wins, one that throws the win away. */
export const MARKS = ["only", "best", "wins", "loses"];

/** @returns {Node} */
function node(text, parent) {
  return { text, comment: "", mark: null, judged: null, parent, children: [] };
}

export class Study {
  /** The position before the first move; it has no text. @type {Node} */
  root = node("", null);

  /** @param {object} setup as requests have it */
  constructor(setup) {
    this.setup = setup;
  }

  /** The node of a move after another, made if it is not there. @param {Node} parent @param {string} text */
  next(parent, text) {
    const found = parent.children.find((child) => child.text === text);
    if (found) return found;
    const made = node(text, parent);
    parent.children.push(made);
    return made;
  }

  /** Put a line into the tree. @param {string[]} moves @param {Node} [from] @returns {Node} its last */
  add(moves, from = this.root) {
    return moves.reduce((at, text) => this.next(at, text), from);
  }

  /** The node at the end of a line, or null if the line is not in the tree. @param {string[]} moves */
  at(moves) {
    let here = this.root;
    for (const text of moves) {
      here = here.children.find((child) => child.text === text);
      if (!here) return null;
    }
    return here;
  }

  /** The moves that lead to a node. @param {Node} here @returns {string[]} */
  pathOf(here) {
    const moves = [];
    for (let at = here; at.parent; at = at.parent) moves.push(at.text);
    return moves.reverse();
  }

  /** How a line goes on after a node. @param {Node} here @returns {string[]} */
  restOf(here) {
    const moves = [];
    for (let at = here.children[0]; at; at = at.children[0]) moves.push(at.text);
    return moves;
  }

  /** The node where the variation of a node begins, or null on the main line. @param {Node} here */
  branchOf(here) {
    for (let at = here; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
    return null;
  }

  /** Make the variation of a node the line that it left.  @param {Node} here @returns {boolean} whether there was one */
  promote(here) {
    const branch = this.branchOf(here);
    if (!branch) return false;
    const { children } = branch.parent;
    children.splice(children.indexOf(branch), 1);
    children.unshift(branch);
    return true;
  }

  /** Take a move out, and all that follows it. @param {Node} here @returns {Node} where it was played */
  remove(here) {
    const { parent } = here;
    parent.children.splice(parent.children.indexOf(here), 1);
    return parent;
  }

  /** Every node, the root first, lines before their variations. @returns {Generator<Node>} */
  *nodes() {
    const waiting = [this.root];
    while (waiting.length > 0) {
      const here = waiting.pop();
      yield here;
      for (let index = here.children.length - 1; index >= 0; index -= 1) waiting.push(here.children[index]);
    }
  }

  /** The ends of all lines. @returns {Node[]} */
  leaves() {
    return [...this.nodes()].filter(({ children }) => children.length === 0);
  }

  /** Whether there is more to keep than one line of moves. */
  get isMore() {
    return [...this.nodes()].some(({ comment, judged, children }) => comment !== "" || judged !== null || children.length > 1);
  }

  get hasComments() {
    return [...this.nodes()].some(({ comment }) => comment !== "");
  }
}

/**
 * A line as writers want it: each move with its variations, the other moves in its place, each of which begins a line.
 * @param {Node} first @param {Node[]} [besides] the variations of the first move: within a variation they are written elsewhere
 */
export function* lineFrom(first, besides = []) {
  let [here, variations] = [first, besides];
  while (here) {
    yield { here, variations };
    [here, ...variations] = here.children;
  }
}
