/**
 * Opening a study that came from outside: the rules are asked about every line of it before anything on the table changes, and
 * moves are written as the game writes them.
 */

import { BadStudy } from "./bad-study.js";
import { keeper } from "./keeper.js";
import { fromText } from "./notation.js";
import { fromJson } from "./record.js";
import { Study } from "./tree.js";

/** Lines that are asked about; each is a request. */
const MOST_LINES = 400;

/** A study from a text in either form. @param {string} text @throws {BadStudy} */
export function readStudy(text) {
  return text.trimStart().startsWith("{") ? fromJson(text) : fromText(text);
}

/** The study with all its moves as the game writes them. @throws what a refused line throws */
async function checked(study, store) {
  const leaves = study.leaves();
  if (leaves.length > MOST_LINES) throw new BadStudy("lines", { most: MOST_LINES });
  const { setup } = await store.look([], study.setup);
  const names = new Map();
  for (const leaf of leaves) {
    const path = study.pathOf(leaf);
    const { moves } = await store.look(path, setup);
    for (let [node, at] = [leaf, path.length - 1]; at >= 0; [node, at] = [node.parent, at - 1]) names.set(node, moves[at]);
  }
  const written = new Study(setup);
  const twins = new Map();
  for (const node of study.nodes()) {
    const twin = node.parent ? written.next(twins.get(node.parent), names.get(node)) : written.root;
    Object.assign(twin, { comment: node.comment, mark: node.mark, judged: node.judged });
    twins.set(node, twin);
  }
  return written;
}

/**
 * Check a study and put it on the table.
 * @param {Study} study @param {{store: object, dealer: object}} context @param {string[]} [moves] where in it
 * @returns {Promise<{state: object|null, message: string}>} as of `Dealer.start`
 */
export async function openStudy(study, { store, dealer }, moves = []) {
  const written = await checked(study, store);
  return keeper.open(written, dealer, written.at(moves) ? moves : []);
}
