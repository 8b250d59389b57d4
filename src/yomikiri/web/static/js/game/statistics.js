/**
 * Statistics of the games played in this browser, by game, variant and size; kept in its storage and nowhere else.
 *
 * A deal counts as played from its first move.  A streak goes on from win to win and ends when another deal is begun before
 * the last was won.
 *
 * @typedef {{game: string, variant: string|null, size: string|null, played: number, won: number, unaided: number, streak: number,
 *            longest: number, moves: number|null, seconds: number|null, open: boolean}} Row  `unaided` are wins without a hint, `moves`
 *            and `seconds` the best win, `open` whether the deal begun last is not won yet
 */

import { recall, remember } from "../memory.js";
import { session } from "./session.js";

const NAME = "statistics";
const VERSION = 1;
const COUNTS = ["played", "won", "unaided", "streak", "longest"];

const isCount = (value) => Number.isInteger(value) && value >= 0;
const isBest = (value) => value === null || (Number.isFinite(value) && value >= 0);
const isName = (value) => value === null || typeof value === "string";

function isRow(row) {
  if (typeof row !== "object" || row === null || typeof row.game !== "string" || typeof row.open !== "boolean") return false;
  return isName(row.variant) && isName(row.size) && COUNTS.every((name) => isCount(row[name])) && isBest(row.moves) && isBest(row.seconds);
}

/** @returns {Row[]} */
export function rows() {
  try {
    const data = JSON.parse(recall(NAME));
    return data?.version === VERSION && Array.isArray(data.rows) ? data.rows.filter(isRow) : [];
  } catch {
    return [];
  }
}

export function eraseStatistics() {
  remember(NAME, null);
}

/** What a file of the statistics holds. */
export function exported() {
  return JSON.stringify({ version: VERSION, rows: rows() }, null, 2);
}

function change({ game, variant, size }, make) {
  const all = rows();
  let row = all.find((other) => other.game === game && other.variant === variant && other.size === size);
  if (!row) {
    row = { game, variant, size, played: 0, won: 0, unaided: 0, streak: 0, longest: 0, moves: null, seconds: null, open: false };
    all.push(row);
  }
  make(row);
  remember(NAME, JSON.stringify({ version: VERSION, rows: all }));
}

function least(best, value) {
  return best === null ? value : Math.min(best, value);
}

function countPlayed({ game }) {
  if (game.counted || game.given) return;
  game.counted = true;
  change(game.setup, (row) => {
    row.played += 1;
    if (row.open) row.streak = 0;
    row.open = true;
  });
}

function countWon({ game, seconds }) {
  if (game.given) return;
  countPlayed({ game });
  change(game.setup, (row) => {
    row.won += 1;
    row.streak += 1;
    row.longest = Math.max(row.longest, row.streak);
    row.unaided += game.hints === 0 ? 1 : 0;
    row.moves = least(row.moves, game.moves.length);
    row.seconds = least(row.seconds, Math.round(seconds));
    row.open = false;
  });
}

export function keepStatistics() {
  session.addEventListener("begun", () => countPlayed(session));
  session.addEventListener("won", () => countWon(session));
}
