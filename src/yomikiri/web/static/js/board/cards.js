/**
 * Cards, tiles and pegs, drawn by ourselves.
 *
 * A *roomy* card has rank and suit along its upper edge, where they show in an overlapping column, and a large suit below.
 * A *stacked* one, for cells as narrow as a phone has them in thirteen columns, has a large rank above a large suit and nothing else.
 * Suits are paths, not characters, because fonts draw those differently and some phones draw them as coloured pictures.
 */

import { svg } from "./svg.js";

/** In a box of 24 by 24. */
const SUITS = {
  H: "M12 21.6C4.9 15.8 1.6 12.1 1.6 8.1 1.6 4.9 4 2.6 7 2.6c2 0 3.9 1 5 2.9 1.1-1.9 3-2.9 5-2.9 3 0 5.4 2.3 5.4 5.5 0 4-3.3 7.7-10.4 13.5Z",
  D: "M12 1.2c2.6 4.2 5.3 7.6 8.6 10.8-3.3 3.2-6 6.6-8.6 10.8C9.4 18.6 6.7 15.2 3.4 12 6.7 8.8 9.4 5.4 12 1.2Z",
  S: "M12 1.6c3.6 5 9.6 7.9 9.6 13 0 2.9-2.2 4.9-4.8 4.9-1.6 0-2.9-.7-3.8-1.9.2 2.1 1 3.6 2.4 4.9H8.6c1.4-1.3 2.2-2.8 2.4-4.9-.9 1.2-2.2 1.9-3.8 1.9-2.6 0-4.8-2-4.8-4.9 0-5.1 6-8 9.6-13Z",
  C: "M12 1.6a4.8 4.8 0 0 1 4.1 7.3 4.9 4.9 0 1 1-.2 9.1c-1.1-.2-2.1-.8-2.8-1.7.2 2.5 1 4.4 2.5 6.1H8.4c1.5-1.7 2.3-3.6 2.5-6.1-.7.9-1.7 1.5-2.8 1.7a4.9 4.9 0 1 1-.2-9.1A4.8 4.8 0 0 1 12 1.6Z",
};

/** `0` is how the notation writes the ten. */
export function rankText(card) {
  return card[1] === "0" ? "10" : card[1];
}

/** @param {string} suit @param {number} x left @param {number} y top @param {number} size @param {string} className */
export function suitGlyph(suit, x, y, size, className = "suit") {
  const scale = size / 24;
  return svg("path", { class: className, d: SUITS[suit], transform: `translate(${x} ${y}) scale(${scale})` });
}

/** The rounding of a card's corners. */
export function corner(w) {
  return Math.max(3, Math.min(9, w * 0.11));
}

function base(w, h) {
  const rx = corner(w);
  return [
    svg("rect", { class: "card-shade", x: 0, y: 1.5, width: w, height: h, rx }),
    svg("rect", { class: "card-face", x: 0.5, y: 0.5, width: w - 1, height: h - 1, rx }),
  ];
}

function rank(text, x, y, size, className, narrow) {
  const element = svg("text", { class: className, x, y, "font-size": size }, [text]);
  // "10" has two digits; it gets the width that a letter would like, and not more.
  if (text.length > 1) {
    element.setAttribute("textLength", narrow);
    element.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return element;
}

function stacked(card, w, h) {
  const size = Math.min(w * 0.92, h * 0.48);
  const glyph = Math.min(w * 0.74, h * 0.4);
  return [
    rank(rankText(card), w / 2, h * 0.46, size, "rank", w * 0.84),
    suitGlyph(card[0], (w - glyph) / 2, h * 0.54, glyph),
  ];
}

function roomy(card, w, h) {
  const size = Math.max(15, Math.min(w * 0.42, h * 0.28, 28));
  const small = size * 0.76;
  const inset = Math.max(2.5, Math.min(w * 0.07, 6));
  const line = inset + size * 0.76;
  const large = Math.min(w * 0.58, h * 0.44);
  const text = rankText(card);
  const parts = [
    rank(text, inset + size * (text.length > 1 ? 0.5 : 0.36), line, size, "rank", size),
    suitGlyph(card[0], w - inset - small, line - size * 0.73, small),
  ];
  if (h > 50) parts.push(suitGlyph(card[0], (w - large) / 2, h * 0.93 - large, large, "suit pale"));
  return parts;
}

function tile(number, w, h) {
  const size = h * (number.length > 1 ? 0.44 : 0.5);
  return [svg("text", { class: "rank", x: w / 2, y: h / 2 + size * 0.36, "font-size": size }, [number])];
}

/** The light falls from the left above. */
function piece(id, w, h) {
  return [svg("circle", { class: "piece-shine", cx: w * 0.36, cy: h * 0.34, r: w * 0.12 })];
}

const FACES = { stacked, roomy, tile, piece };

/**
 * Draw a card afresh into its group.
 * @param {SVGGElement} group @param {string} id @param {string} face @param {number} w @param {number} h
 */
export function drawCard(group, id, face, w, h) {
  group.replaceChildren(...base(w, h), ...FACES[face](id, w, h));
}

function box(rect, name, rx) {
  return svg("rect", { class: name, x: rect.x, y: rect.y, width: rect.w, height: rect.h, rx });
}

/** Draw a place: what is seen when no card lies there, and the area that takes a click. */
export function drawPlace(group, { rect, slot, piles }, unit) {
  const rx = corner(unit.w);
  group.replaceChildren(box(rect, "reach", rx));
  if (!piles) {
    group.append(box(slot ?? rect, "slot", rx));
    return;
  }
  for (const [suit, pile] of Object.entries(piles)) {
    const size = pile.w * 0.5;
    const glyph = suitGlyph(suit, pile.x + (pile.w - size) / 2, pile.y + (pile.h - size) / 2, size, "slot-glyph");
    group.append(box(pile, "slot", rx), glyph);
  }
}

/** The tray that tiles lie in, and the board that pegs stand in. */
export function drawTray(rect) {
  return box(rect, "tray", 14);
}
