/**
 * The shelf: games that outlive the visit, in this browser's storage and nowhere else.
 *
 * One text with a version holds them, the last played first.  Other tabs write to it too, so it is read anew for every change.
 * What cannot be read is dropped, game by game: storage belongs to the browser, and people edit it.
 *
 * @typedef {{setup: object, moves: string[], future: string[], seconds: number, hints: number, begun: number, at: number,
 *            won: boolean, counted: boolean, given?: boolean}} Game  `future` are the moves taken back; `begun` and `at` are milliseconds
 *            since 1970; `counted` says that the statistics have it, `given` that they shall not: it is a puzzle
 */

import { writeLink } from "../link.js";
import { recall, remember } from "../memory.js";

const NAME = "games";
const VERSION = 1;
/** Games on the shelf, and moves of all of them: storage has a few megabytes. */
const MOST = 40;
const MOST_MOVES = 40_000;

const isText = (value) => typeof value === "string";
const isTextOrNull = (value) => value === null || value === undefined || isText(value);
const isAmount = (value) => Number.isFinite(value) && value >= 0;
const isLine = (value) => Array.isArray(value) && value.every((move) => isText(move) && move !== "");
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A setup with nothing but what requests may have, or null. */
function readSetup(data) {
  if (!isObject(data) || !isText(data.game)) return null;
  const { game, size = null, variant = null, deal = null, position = null, arrangement = null, options = {} } = data;
  if (![size, variant, deal, position, arrangement].every(isTextOrNull)) return null;
  if ((deal === null) === (position === null)) return null;
  if (!isObject(options) || !Object.values(options).every(isText)) return null;
  return { game, size, variant, options: { ...options }, deal, position, arrangement };
}

/** @returns {Game|null} */
function readGame(data) {
  const setup = isObject(data) ? readSetup(data.setup) : null;
  if (!setup || !isLine(data.moves) || !isLine(data.future)) return null;
  const { moves, future, seconds, hints, begun, at, won, counted } = data;
  if (![seconds, hints, begun, at].every(isAmount) || typeof won !== "boolean" || typeof counted !== "boolean") return null;
  return { setup, moves, future, seconds, hints, begun, at, won, counted, ...(data.given === true ? { given: true } : {}) };
}

/** What is remembered, the last played first. @returns {Game[]} */
export function games() {
  try {
    const data = JSON.parse(recall(NAME));
    if (data?.version !== VERSION || !Array.isArray(data.games)) return [];
    return data.games.map(readGame).filter(Boolean).slice(0, MOST);
  } catch {
    return [];
  }
}

/** What tells games apart: two lines from one deal are one game. */
export function keyOf(setup) {
  return writeLink(setup, []);
}

function isBegun({ moves, future }) {
  return moves.length + future.length > 0;
}

function write(list) {
  let room = MOST_MOVES;
  const fitting = list.slice(0, MOST).filter(({ moves, future }) => (room -= moves.length + future.length) >= 0);
  remember(NAME, JSON.stringify({ version: VERSION, games: fitting }));
}

/** Put a game on the shelf, in front.  A deal that was only looked at gives way to the next of its kind. @param {Game} game */
export function putGame(game) {
  const key = keyOf(game.setup);
  const others = games().filter((other) => keyOf(other.setup) !== key && (isBegun(other) || other.setup.game !== game.setup.game));
  write([game, ...others]);
}

/** @param {object} setup */
export function dropGame(setup) {
  const key = keyOf(setup);
  write(games().filter((other) => keyOf(other.setup) !== key));
}

export function dropAll() {
  remember(NAME, null);
}

/** The game with a setup, or null. @returns {Game|null} */
export function gameWith(setup) {
  const key = keyOf(setup);
  return games().find((other) => keyOf(other.setup) === key) ?? null;
}

/** Where a game was left last, or null. @param {string} name @returns {Game|null} */
export function lastOf(name) {
  return games().find(({ setup }) => setup.game === name) ?? null;
}

/** What was played after a line, for redo: a link to the middle of a game takes nothing away. @returns {string[]} */
export function restAfter(setup, moves) {
  const game = gameWith(setup);
  if (!game || (game.won && moves.length < game.moves.length)) return []; // What was won is played anew.
  const whole = [...game.moves, ...game.future];
  return moves.every((text, index) => whole[index] === text) ? whole.slice(moves.length) : [];
}

/** Games with at least one move, for a list. @returns {Game[]} */
export function begunGames() {
  return games().filter(isBegun);
}
