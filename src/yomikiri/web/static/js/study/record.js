/**
 * A study as JSON, with a version.  Lines are lists of moves, each with what might have been played instead:
 *
 *   {"kind": "yomikiri study", "version": 1, "setup": {...}, "comment": "", "moves": [
 *     {"move": "HA@3", "mark": "best", "verdict": {"verdict": "won", "length": 17, "shortest": true}, "variations": [[...]]}]}
 */

import { BadStudy, Counter, cut, DEEPEST, LONGEST_COMMENT, LONGEST_MOVE } from "./bad-study.js";
import { checkedSetup } from "./setup-fields.js";
import { lineFrom, MARKS, Study } from "./tree.js";

const KIND = "yomikiri study";
const VERSION = 1;

function remarks({ comment, mark, judged }) {
  return { ...(mark && { mark }), ...(judged && { verdict: { ...judged } }), ...(comment && { comment }) };
}

function line(first, besides = []) {
  return [...lineFrom(first, besides)].map(({ here, variations }) => ({
    move: here.text,
    ...remarks(here),
    ...(variations.length > 0 && { variations: variations.map((other) => line(other)) }),
  }));
}

/** @param {Study} study @returns {object} for JSON */
export function toRecord({ setup, root }) {
  const [first, ...others] = root.children;
  return { kind: KIND, version: VERSION, setup, ...remarks(root), moves: first ? line(first, others) : [] };
}

/** @param {Study} study */
export function toJson(study) {
  return `${JSON.stringify(toRecord(study), null, 1)}\n`;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value) {
  return cut(JSON.stringify(value) ?? "undefined");
}

function readRemarks(data, here) {
  const { comment = "", mark = null, verdict = null } = data;
  if (typeof comment !== "string") throw new BadStudy("text", { token: shown(comment), name: "comment" });
  if (comment.length > LONGEST_COMMENT) throw new BadStudy("long", { token: cut(comment), most: LONGEST_COMMENT });
  if (mark !== null && !MARKS.includes(mark)) throw new BadStudy("mark", { token: shown(mark), known: MARKS.join(" ") });
  here.comment = comment || here.comment;
  here.mark = mark ?? here.mark;
  if (verdict === null) return;
  const { verdict: word, length = null, shortest = false } = Object(verdict);
  const isLength = length === null || (Number.isInteger(length) && length >= 0 && length < 1e6);
  if (!["won", "lost", "open"].includes(word) || !isLength || typeof shortest !== "boolean") throw new BadStudy("verdict", { token: shown(verdict) });
  here.judged = { verdict: word, length, shortest };
}

function readLine(study, from, moves, counter, depth) {
  if (!Array.isArray(moves)) throw new BadStudy("list", { token: shown(moves) });
  if (depth > DEEPEST) throw new BadStudy("deep", { token: "variations", most: DEEPEST });
  let here = from;
  for (const data of moves) {
    const { move, variations = [] } = isObject(data) ? data : {};
    if (typeof move !== "string" || move === "" || move.length > LONGEST_MOVE) throw new BadStudy("move", { token: shown(data), most: LONGEST_MOVE });
    if (!Array.isArray(variations)) throw new BadStudy("list", { token: shown(variations) });
    counter.move();
    const next = study.next(here, move);
    readRemarks(data, next);
    for (const other of variations) readLine(study, here, other, counter, depth + 1);
    here = next;
  }
}

/** @param {any} data what JSON held @returns {Study} @throws {BadStudy} */
export function fromRecord(data) {
  if (!isObject(data) || data.kind !== KIND) throw new BadStudy("no-study", { token: shown(isObject(data) ? (data.kind ?? null) : data) });
  if (data.version !== VERSION) throw new BadStudy("version", { token: shown(data.version), version: VERSION });
  if (!isObject(data.setup)) throw new BadStudy("game");
  const study = new Study(checkedSetup(data.setup));
  readRemarks({ ...data, mark: null }, study.root);
  readLine(study, study.root, data.moves, new Counter(), 0);
  return study;
}

/** @param {string} text @returns {Study} @throws {BadStudy} */
export function fromJson(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new BadStudy("json", { token: cut(error.message) });
  }
  return fromRecord(data);
}
