/**
 * The study of the game on the table.  It follows the line of play: whatever is played is put into the tree, and nothing that was
 * played before is lost by it; what can be redone follows the tree in turn.
 *
 * Events: `change`, after the line of play or the tree has changed; `version` tells whether the tree has.
 */

import { keyOf } from "../game/shelf.js";
import { store } from "../store.js";
import { savedStudy, saveStudy } from "./saved.js";
import { Study } from "./tree.js";

class Keeper extends EventTarget {
  /** @type {Study|null} */
  study = null;
  /** The node on the table. @type {import("./tree.js").Node|null} */
  here = null;
  /** Counts the changes of the tree. */
  version = 0;

  #key = "";
  #coming = null;

  constructor() {
    super();
    store.continuation = (moves) => {
      const known = this.study?.at(moves);
      return known ? this.study.restOf(known) : [];
    };
    store.addEventListener("change", ({ detail }) => this.#follow(detail));
  }

  /** The line on the table, with what can be redone: the node of each of its positions, the root first. */
  get line() {
    const nodes = [this.study.root];
    for (const text of [...store.moves, ...store.future]) {
      const next = nodes.at(-1).children.find((child) => child.text === text);
      if (!next) break; // Just taken out of the tree.
      nodes.push(next);
    }
    return nodes;
  }

  /** Go to a node. @param {import("./tree.js").Node} node */
  go(node) {
    const whole = this.line;
    // On the line already: its rest stays what can be redone.
    if (whole.includes(node)) return store.jump(whole.indexOf(node));
    return store.go(this.study.pathOf(node), this.study.restOf(node));
  }

  comment(node, words) {
    if (node.comment === words) return;
    node.comment = words;
    this.changed();
  }

  promote(node) {
    if (this.study.promote(node)) this.changed();
  }

  /** Take a move out with all that follows it; the table goes to where it was played if it showed any of that. */
  async remove(node) {
    const isOnTable = this.line.includes(node);
    const parent = this.study.remove(node);
    if (isOnTable) await store.go(this.study.pathOf(parent), this.study.restOf(parent));
    this.changed();
  }

  /** Open a study that came from outside at the beginning of its main line, or after a line of it. @returns {Promise<object>} as of `Dealer.start` */
  async open(study, dealer, moves = []) {
    this.#coming = study;
    const rest = study.restOf(study.at(moves) ?? study.root);
    const begun = await dealer.start(study.setup, moves, rest);
    this.#coming = null;
    return begun;
  }

  /** Something in the tree is different: it is shown and kept. */
  changed() {
    this.version += 1;
    saveStudy(this.#key, this.study);
    this.dispatchEvent(new Event("change"));
  }

  #follow({ kind }) {
    const key = keyOf(store.setup);
    if (kind === "start") this.#begin(key);
    const size = () => [...this.study.nodes()].length;
    const before = size();
    this.here = this.study.add(store.moves);
    this.study.add(store.future, this.here);
    if (kind === "start" || size() !== before) this.changed();
    else this.dispatchEvent(new Event("change"));
  }

  #begin(key) {
    const known = this.#coming ?? (key === this.#key ? this.study : savedStudy(key));
    // A deal that is begun anew has an empty list, unless there are words in it that somebody wrote.
    const isFresh = store.moves.length + store.future.length === 0 && !this.#coming && !known?.hasComments;
    this.study = isFresh || !known ? new Study(store.setup) : known;
    this.study.setup = store.setup;
    this.#key = key;
  }
}

/** The study of the game on the table of this page. */
export const keeper = new Keeper();
