/**
 * Scenes: a board as pieces and slots at coordinates, for pictures of a line of play.  The twin of core/scene.py.
 *
 * @typedef {{name: string, x: number, y: number, key: string}} Piece  `key` is the same in every scene
 * @typedef {{width: number, height: number, pieceWidth: number, pieceHeight: number, corner?: number, slots: number[][], pieces: Piece[]}} Scene
 */

import { jumped } from "../board/jumped.js";

const [CARD_WIDTH, CARD_HEIGHT, GAP, FAN, MARGIN, TILE, LETTER, PIECE] = [40, 56, 6, 18, 14, 56, 24, 28];
const RANKS = "A234567890JQK";
export const SYMBOLS = { H: "♥", D: "♦", S: "♠", C: "♣" };

const across = (index, width = CARD_WIDTH) => MARGIN + index * (width + GAP);
const down = (index, height = CARD_HEIGHT) => MARGIN + index * (height + GAP);
const pieceAt = (name, [x, y], key = name) => ({ name, x, y, key });

/** What is written on a piece: rank, suit (empty for a tile), and whether it is red. @param {string} name */
export function label(name) {
  if (!(name[0] in SYMBOLS)) return { rank: name, suit: "", red: false };
  return { rank: name.slice(1) === "0" ? "10" : name.slice(1), suit: name[0], red: "HD".includes(name[0]) };
}

function rowsScene({ columns, rows }) {
  const slots = [];
  const pieces = [];
  rows.forEach((cards, row) =>
    cards.forEach((card, column) => {
      if (card === "") return;
      slots.push([across(column), down(row)]);
      if (card !== null) pieces.push(pieceAt(card, slots.at(-1)));
    }),
  );
  return { width: across(columns) - GAP + MARGIN, height: down(rows.length) - GAP + MARGIN, pieceWidth: CARD_WIDTH, pieceHeight: CARD_HEIGHT, slots, pieces };
}

function cardsScene({ cells, columns, home }) {
  const homes = Object.entries(home);
  const wide = Math.max(cells.length + homes.length, columns.length);
  const slots = [];
  const pieces = [];
  cells.forEach((card, index) => {
    slots.push([across(index), MARGIN]);
    if (card !== null) pieces.push(pieceAt(card, slots.at(-1)));
  });
  homes.forEach(([suit, rank], index) => {
    slots.push([across(wide - homes.length + index), MARGIN]);
    for (let r = 0; r < rank; r += 1) pieces.push(pieceAt(suit + RANKS[r], slots.at(-1)));
  });
  const top = down(1) + GAP;
  columns.forEach((column, index) => {
    slots.push([across(index), top]);
    column.forEach((card, depth) => pieces.push(pieceAt(card, [across(index), top + FAN * depth])));
  });
  const deepest = Math.max(1, ...columns.map(({ length }) => length));
  const height = top + FAN * (deepest - 1) + CARD_HEIGHT + MARGIN;
  return { width: across(wide) - GAP + MARGIN, height, pieceWidth: CARD_WIDTH, pieceHeight: CARD_HEIGHT, slots, pieces };
}

function tilesScene({ rows, columns, tiles }) {
  const slots = tiles.map((_, cell) => [across(cell % columns, TILE), down(Math.floor(cell / columns), TILE)]);
  const pieces = tiles.flatMap((tile, cell) => (tile ? [pieceAt(String(tile), slots[cell])] : []));
  return { width: across(columns, TILE) - GAP + MARGIN, height: down(rows, TILE) - GAP + MARGIN, pieceWidth: TILE, pieceHeight: TILE, slots, pieces };
}

/** One piece for every character of a text that is not blank, where it stands. */
function textScene({ lines }) {
  const pieces = lines.flatMap((line, row) =>
    [...line].flatMap((letter, column) => (letter === " " ? [] : [pieceAt(letter, [across(column, LETTER), down(row, LETTER)], `${row},${column}`)])),
  );
  const wide = Math.max(...lines.map(({ length }) => length));
  return { width: across(wide, LETTER) - GAP + MARGIN, height: down(lines.length, LETTER) - GAP + MARGIN, pieceWidth: LETTER, pieceHeight: LETTER, slots: [], pieces };
}

/** The boards of a line of play, in which pegs are followed: each is called by the hole that it stood in first. */
function pegScenes(boards) {
  let names = new Map();
  return boards.map((board, number) => {
    const came = number > 0 ? jumped(boards[number - 1], board) : new Map();
    const now = new Map();
    const slots = [];
    const pieces = [];
    board.rows.forEach((marks, row) =>
      marks.forEach((piece, column) => {
        if (piece === null) return;
        slots.push([across(column, PIECE), down(row, PIECE)]);
        if (!piece) return;
        const place = `r${row + 1}c${column + 1}`;
        now.set(place, names.get(came.get(place) ?? place) ?? `${row},${column}`);
        pieces.push(pieceAt("", slots.at(-1), now.get(place)));
      }),
    );
    names = now;
    const size = { width: across(board.columns, PIECE) - GAP + MARGIN, height: down(board.rows.length, PIECE) - GAP + MARGIN };
    return { ...size, pieceWidth: PIECE, pieceHeight: PIECE, corner: PIECE / 2, slots, pieces };
  });
}

const SCENES = { rows: rowsScene, cards: cardsScene, tiles: tilesScene, text: textScene };

/** The scenes of a line of play, all of one size. @param {object[]} boards @returns {Scene[]} */
export function scenes(boards) {
  if (boards[0].kind === "pegs") return pegScenes(boards);
  const made = boards.map((board) => SCENES[board.kind](board));
  const height = Math.max(...made.map((scene) => scene.height));
  return made.map((scene) => ({ ...scene, height }));
}
