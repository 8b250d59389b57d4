/**
 * A study as text, in the manner of chess files: tags, then moves with numbers, variations in parentheses, comments in braces.
 *
 *   [Study "1"]
 *   [Game "NAME"]
 *   [Deal "12"]
 *
 *   {Two aces are free.} %won 1. HA@3 $best %won=17 (1. HA@1 $loses %lost {The hole was needed.}) 2. C4
 *
 * `$` gives the mark of the move before it.  `%` gives the verdict on the position: `%lost`, `%open`, `%won`, `%won<=18` with the
 * length of a known solution, `%won=17` if that is proved shortest.  A move that would read as something else is quoted.
 */

import { BadStudy, Counter, cut, DEEPEST, LONGEST_COMMENT, LONGEST_MOVE } from "./bad-study.js";
import { checkedSetup, fieldsOf } from "./setup-fields.js";
import { lineFrom, MARKS, Study } from "./tree.js";

const VERSION = "1";
const WIDTH = 100;
const PLAIN = /^[^\s{}()[\]"$%]+$/;
const NUMBER = /^\d+\.+$/;
const VERDICT = /^%(?:(lost|open|won)|won(<?=)(\d{1,6}))$/;

// -- writing -----------------------------------------------------------------------------------------------

const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "")}"`;
const tag = (name, value) => `[${name[0].toUpperCase()}${name.slice(1)} ${quoted(value)}]`;
const moveToken = (text) => (PLAIN.test(text) && !NUMBER.test(text) ? text : quoted(text));

/** @param {import("./tree.js").Judged} judged */
function verdictToken({ verdict, length, shortest }) {
  if (verdict !== "won" || length === null) return `%${verdict}`;
  return `%won${shortest ? "=" : "<="}${length}`;
}

function* remarks({ mark, judged, comment }) {
  if (mark) yield `$${mark}`;
  if (judged) yield verdictToken(judged);
  if (comment) yield `{${comment.replace(/[\\}]/g, "\\$&")}}`;
}

function* lineTokens(first, number, besides = []) {
  let count = number;
  for (const { here, variations } of lineFrom(first, besides)) {
    yield `${count}.`;
    yield moveToken(here.text);
    yield* remarks(here);
    for (const other of variations) {
      yield "(";
      yield* lineTokens(other, count);
      yield ")";
    }
    count += 1;
  }
}

function* allTokens({ root }) {
  yield* remarks(root);
  const [first, ...others] = root.children;
  if (first) yield* lineTokens(first, 1, others);
}

/** Tokens in lines of readable width; parentheses lean on what they enclose. */
function wrapped(tokens) {
  const lines = [];
  let line = "";
  let glue = "";
  for (const token of tokens) {
    const space = token === ")" ? "" : glue;
    if (line && line.length + space.length + token.length > WIDTH) {
      lines.push(line);
      line = token;
    } else line += space + token;
    glue = token === "(" ? "" : " ";
  }
  return line ? [...lines, line] : lines;
}

/** The moves alone, without tags, on one line: for links. @param {Study} study */
export function movesText(study) {
  return wrapped(allTokens(study)).join(" ");
}

/** @param {Study} study @returns {string} */
export function toText(study) {
  const options = Object.entries(study.setup.options ?? {}).map(([name, value]) => tag("option", `${name} ${value}`));
  const tags = [tag("study", VERSION), ...fieldsOf(study.setup).map(([name, value]) => tag(name, value)), ...options];
  return `${[...tags, "", ...wrapped(allTokens(study))].join("\n")}\n`;
}

// -- reading -----------------------------------------------------------------------------------------------

const LEXEMES = [
  ["space", /\s+/y],
  ["tag", /\[\s*([A-Za-z]+)\s+"((?:[^"\\]|\\.)*)"\s*\]/y],
  ["comment", /\{((?:[^}\\]|\\[^])*)\}/y],
  ["quoted", /"((?:[^"\\]|\\.)*)"/y],
  ["open", /\(/y],
  ["close", /\)/y],
  ["word", /[^\s{}()[\]"]+/y],
];

const unquoted = (text) => text.replace(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : sign));

/** @returns {Generator<{kind: string, text: string, match: RegExpExecArray, line: number}>} */
function* lexemes(text) {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    let found = null;
    for (const [kind, pattern] of LEXEMES) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match) {
        found = { kind, text: match[0], match, line };
        break;
      }
    }
    if (!found) throw new BadStudy(text[at] === "{" ? "comment.open" : text[at] === "[" ? "tag" : "token", { token: cut(text.slice(at).split("\n")[0]), line });
    at += found.text.length;
    line += found.text.split("\n").length - 1;
    if (found.kind !== "space") yield found;
  }
}

function readTags(tags) {
  const fields = { options: {} };
  const [first] = tags;
  if (first?.name !== "study") throw new BadStudy("no-study", { token: cut(first?.text ?? "") });
  if (first.value !== VERSION) throw new BadStudy("version", { token: cut(first.value), version: VERSION });
  for (const { name, value, text, line } of tags.slice(1)) {
    if (name === "option") {
      const [, key, chosen] = /^(\S+) (.+)$/s.exec(value) ?? [];
      if (!key) throw new BadStudy("tag", { token: cut(text), line });
      fields.options[key] = chosen;
    } else if (name in fields) throw new BadStudy("twice", { token: cut(text), line });
    else fields[name] = value;
  }
  return checkedSetup(fields);
}

function readMark({ text, line }, here) {
  const name = text.slice(1);
  if (!MARKS.includes(name)) throw new BadStudy("mark", { token: cut(text), line, known: MARKS.map((mark) => `$${mark}`).join(" ") });
  if (!here.parent) throw new BadStudy("mark.nowhere", { token: cut(text), line });
  here.mark = name;
}

function readVerdict({ text, line }, here) {
  const match = VERDICT.exec(text);
  if (!match) throw new BadStudy("verdict", { token: cut(text), line });
  const [, plain, sign, length] = match;
  here.judged = { verdict: plain ?? "won", length: length === undefined ? null : Number(length), shortest: sign === "=" };
}

function readComment({ match, text, line }, here) {
  const words = match[1].replace(/\\([^])/g, "$1").trim();
  const comment = [here.comment, words].filter(Boolean).join(" ");
  if (comment.length > LONGEST_COMMENT) throw new BadStudy("long", { token: cut(text), line, most: LONGEST_COMMENT });
  here.comment = comment;
}

/** Moves, variations and remarks into a study. */
function readMoves(study, tokens) {
  const counter = new Counter();
  /** Where each line that is being read has come to, the variation inside last. */
  const open = [];
  let here = study.root;
  for (const token of tokens) {
    const { kind, text, line } = token;
    if (kind === "tag") throw new BadStudy("tag.late", { token: cut(text), line });
    if (kind === "comment") readComment(token, here);
    else if (kind === "open") {
      if (!here.parent) throw new BadStudy("variation", { token: "(", line });
      if (open.length >= DEEPEST) throw new BadStudy("deep", { token: "(", line, most: DEEPEST });
      open.push({ back: here, line });
      here = here.parent;
    } else if (kind === "close") {
      if (open.length === 0) throw new BadStudy("close", { token: ")", line });
      here = open.pop().back;
    } else if (kind === "word" && text.startsWith("$")) readMark(token, here);
    else if (kind === "word" && text.startsWith("%")) readVerdict(token, here);
    else if (kind === "quoted" || !NUMBER.test(text)) {
      const move = kind === "quoted" ? unquoted(token.match[1]) : text;
      if (move === "" || move.length > LONGEST_MOVE) throw new BadStudy("move", { token: cut(text), line, most: LONGEST_MOVE });
      counter.move();
      here = study.next(here, move);
    }
  }
  if (open.length > 0) throw new BadStudy("unclosed", { token: "(", line: open.at(-1).line });
  return study;
}

/** The moves of a link, into a study of a setup that is known. @param {object} setup @param {string} text @returns {Study} */
export function fromMovesText(setup, text) {
  return readMoves(new Study(setup), lexemes(text));
}

/** @param {string} text @returns {Study} @throws {BadStudy} */
export function fromText(text) {
  const tokens = [...lexemes(text.replace(/^\uFEFF/, ""))];
  const after = tokens.findIndex(({ kind }) => kind !== "tag");
  const tags = tokens.slice(0, after < 0 ? tokens.length : after);
  if (tags.length === 0) throw new BadStudy("no-study", { token: cut(tokens[0]?.text ?? "") });
  const setup = readTags(tags.map(({ match, text: words, line }) => ({ name: match[1].toLowerCase(), value: unquoted(match[2]), text: words, line })));
  return readMoves(new Study(setup), tokens.slice(tags.length));
}
