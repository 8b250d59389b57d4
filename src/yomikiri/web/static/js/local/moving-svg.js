/**
 * SVG: a line of play as one self-contained file, animated by SMIL.  The twin of core/moving_svg.py, which gives the reasons.
 *
 * Every stay of a piece at a place is an element of its own, visible while it lasts, in the order in which the stays begin: later
 * elements lie on top.
 */

import { label, scenes, SYMBOLS } from "./scene.js";

/** Seconds of a move, the part of it in which the piece is moving, moves before the first, seconds at the end. */
const [SECONDS, GLIDE, LEAD, PAUSE] = [0.8, 0.45, 1, 2];
const [GREEN, PAPER, LINE, RED, BLACK] = ["#1d5c43", "#fdfcf7", "#3d8465", "#b3202c", "#1a1a1a"];
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

const escape = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
/** A number as C's %g writes it. */
const short = (number) => String(Number(number.toPrecision(6)));
/** The time after so many moves, as a part of the whole. */
const at = (moves, total) => (((moves + LEAD) * SECONDS) / total).toFixed(6);

/** Each stay: the piece, where it was before, and the moves with which it begins and ends. */
function staysOf(all) {
  const stays = [];
  const open = new Map();
  all.forEach(({ pieces }, number) => {
    for (const piece of pieces) {
      const known = open.get(piece.key);
      if (known && known.piece.name === piece.name && known.piece.x === piece.x && known.piece.y === piece.y) continue;
      if (known) known.ends = number;
      const stay = { piece, before: known?.piece ?? null, begins: number, ends: null };
      open.set(piece.key, stay);
      stays.push(stay);
    }
    const here = new Set(pieces.map(({ key }) => key));
    for (const [key, stay] of open) {
      if (here.has(key)) continue;
      stay.ends = number;
      open.delete(key);
    }
  });
  return stays;
}

function face(name, width, height) {
  const { rank, suit, red } = label(name);
  const ink = red ? RED : BLACK;
  if (!rank) return "";
  if (!suit) return `<text x="${short(width / 2)}" y="${short(height / 2 + 8)}" font-size="22" font-weight="bold" text-anchor="middle" fill="${ink}">${rank}</text>`;
  return (
    `<text x="4" y="15" font-size="14" font-weight="bold" fill="${ink}">${rank}${SYMBOLS[suit]}</text>` +
    `<text x="${short(width / 2)}" y="${height - 12}" font-size="24" text-anchor="middle" fill="${ink}">${SYMBOLS[suit]}</text>`
  );
}

function element({ piece, before, begins, ends }, total, width, height, corner) {
  let animations = "";
  const length = `dur="${short(total)}s" repeatCount="indefinite"`;
  if (begins) {
    const { x, y } = before ?? piece;
    const values = [`${x} ${y}`, `${x} ${y}`, `${piece.x} ${piece.y}`, `${piece.x} ${piece.y}`].join(";");
    const times = ["0", at(begins - 1, total), at(begins - 1 + GLIDE, total), "1"].join(";");
    animations += `<animateTransform attributeName="transform" type="translate" ${length} values="${values}" keyTimes="${times}"/>`;
  }
  if (begins || ends !== null) {
    const changes = [["0", begins ? "hidden" : "visible"]];
    if (begins) changes.push([at(begins - 1, total), "visible"]);
    if (ends !== null) changes.push([at(ends - 1, total), "hidden"]);
    const [times, values] = [0, 1].map((part) => changes.map((change) => change[part]).join(";"));
    animations += `<animate attributeName="visibility" calcMode="discrete" ${length} values="${values}" keyTimes="${times}"/>`;
  }
  const hidden = begins ? ' visibility="hidden"' : "";
  const rectangle = `<rect width="${width}" height="${height}" rx="${corner}" fill="${PAPER}" stroke="#888"/>`;
  return `<g transform="translate(${piece.x} ${piece.y})"${hidden}>${rectangle}${face(piece.name, width, height)}${animations}</g>`;
}

/** The picture, which loops forever. @param {object[]} boards @param {string} title */
export function movingSvg(boards, title) {
  const all = scenes(boards);
  const [{ width, height, pieceWidth, pieceHeight, corner = 5, slots }] = all;
  const total = SECONDS * (all.length - 1 + LEAD) + PAUSE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif">`,
    `<title>${escape(title)}</title>`,
    `<rect width="100%" height="100%" fill="${GREEN}"/>`,
    ...slots.map(([x, y]) => `<rect x="${x}" y="${y}" width="${pieceWidth}" height="${pieceHeight}" rx="${corner}" fill="none" stroke="${LINE}"/>`),
    ...staysOf(all).map((stay) => element(stay, total, pieceWidth, pieceHeight, corner)),
    "</svg>",
    "",
  ].join("\n");
}
