/**
 * Statistics of the games played in this browser, by game, variant, size and options; kept in its storage and nowhere else.
 *
 * A deal counts as played from its first move.  A streak goes on from win to win and ends when another deal is begun before
 * the last was won.  Options make another game: a run of cards that counts as one move and one that counts as many are not compared.
 * Version 1 did not know them; its rows stay, as those of all options.
 *
 * @typedef {{game: string, variant: string|null, size: string|null, options: Record<string, string>|null, played: number, won: number, unaided: number, streak: number,
 *            longest: number, moves: number|null, seconds: number|null, open: boolean}} Row  `unaided` are wins without a hint, `moves`
 *            and `seconds` the best win, `open` whether the deal begun last is not won yet
 */

import { recall, remember } from "../memory.js";
import { catalogue } from "../titles.js";
import { session } from "./session.js";

const NAME = "statistics";
const VERSION = 2;
const COUNTS = ["played", "won", "unaided", "streak", "longest"];

const isCount = (value) => Number.isInteger(value) && value >= 0;
const isBest = (value) => value === null || (Number.isFinite(value) && value >= 0);
const isName = (value) => value === null || typeof value === "string";

const isOptions = (value) => value === null || (typeof value === "object" && !Array.isArray(value) && Object.values(value).every((one) => typeof one === "string"));

/** Options as a text that is the same for the same options. */
const optionsKey = (options) => JSON.stringify(options && Object.entries(options).sort());

/** The options of a row of version 1: of a game that has none there is nothing to know. */
const unknown = ({ game }) => (catalogue.get(game)?.options.length ? null : {});

function isRow(row) {
  if (typeof row !== "object" || row === null || typeof row.game !== "string" || typeof row.open !== "boolean") return false;
  return isName(row.variant) && isOptions(row.options) && isName(row.size) && COUNTS.every((name) => isCount(row[name])) && isBest(row.moves) && isBest(row.seconds);
}

/** @returns {Row[]} */
export function rows() {
  try {
    const data = JSON.parse(recall(NAME));
    if (![1, VERSION].includes(data?.version) || !Array.isArray(data.rows)) return [];
    return data.rows.map((row) => (data.version === 1 && row ? { ...row, options: unknown(row) } : row)).filter(isRow);
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

function change({ game, variant, size, options }, make) {
  const all = rows();
  let row = all.find((other) => other.game === game && other.variant === variant && other.size === size && optionsKey(other.options) === optionsKey(options));
  if (!row) {
    row = { game, variant, size, options, played: 0, won: 0, unaided: 0, streak: 0, longest: 0, moves: null, seconds: null, open: false };
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
