/**
 * Marks: classes on cards and places, and arrows above them for cycles of cards that wait for each other, and for hints.
 */

import { corner } from "./cards.js";
import { centre } from "./geometry.js";
import { svg } from "./svg.js";

/**
 * An arrow that bends a little, so that there and back do not lie on each other.
 * @param {[number, number]} from @param {[number, number]} to @param {{line: string, head: string}} classes
 */
function arrow([x0, y0], [x1, y1], classes, size = 9) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(0.18 * length, 44);
  const [cx, cy] = [(x0 + x1) / 2 - (dy / length) * bend, (y0 + y1) / 2 + (dx / length) * bend];
  const angle = Math.atan2(y1 - cy, x1 - cx);
  const end = [x1 - Math.cos(angle) * size, y1 - Math.sin(angle) * size];
  const d = `M${x0} ${y0}Q${cx} ${cy} ${end[0]} ${end[1]}`;
  const wing = (turn) => `${x1 - Math.cos(angle + turn) * size * 1.6} ${y1 - Math.sin(angle + turn) * size * 1.6}`;
  return [
    svg("path", { class: "link-back", d }),
    svg("path", { class: classes.line, d }),
    svg("path", { class: classes.head, d: `M${x1} ${y1}L${wing(0.42)}L${wing(-0.42)}Z` }),
  ];
}

/** Draw cycles, each a list of rectangles in order, into a layer; on small cards the arrows are fine. */
function drawLinks(layer, cycles, unit) {
  layer.replaceChildren();
  const size = Math.max(5.5, Math.min(9, unit.w * 0.13));
  layer.style.setProperty("--link-width", `${(size / 3.6).toFixed(1)}px`);
  cycles.forEach((rects, index) => {
    const group = svg("g", { class: `cycle cycle-${index % 4}` });
    rects.forEach((rect, i) => {
      const next = rects[(i + 1) % rects.length];
      if (rects.length > 1) group.append(...arrow(spot(rect), spot(next), { line: "link", head: "link-head" }, size));
    });
    layer.append(group);
  });
}

/** Draw one dashed arrow and a frame around its end, or nothing. @param {string} place what the end is called */
function drawHint(layer, from, to, place) {
  layer.replaceChildren();
  if (!from || !to) return;
  const frame = { x: to.x + 0.5, y: to.y + 0.5, width: to.w - 1, height: to.h - 1, rx: corner(to.w) };
  layer.append(svg("rect", { class: "hint-target", "data-hint": place, ...frame }));
  layer.append(...arrow(centre(from), centre(to), { line: "hint-arrow", head: "hint-head" }, 12));
}

/** Where an arrow touches a card: in its visible part, which in a column may be a strip. */
function spot(rect) {
  const [x, y] = centre(rect);
  return [x, Math.min(y, rect.y + rect.w * 0.6)];
}

export class Marks {
  #board;
  #layers;
  #elements;
  #spots;
  #redo = new Map();
  #classes = new Set();

  /** @param {import("./board.js").Board} board @param {SVGGElement} layer @param {Map} elements @param {Map} spots */
  constructor(board, layer, elements, spots) {
    this.#board = board;
    this.#elements = elements;
    this.#spots = spots;
    this.#layers = [svg("g", { class: "cycle-arrows" }), svg("g", { class: "hint-arrows" })];
    layer.append(...this.#layers);
  }

  cards(cards, className) {
    this.#classes.add(className);
    this.#keep(`cards ${className}`, () => {
      for (const [id, element] of this.#elements) element.classList.toggle(className, cards.includes(id));
    });
  }

  places(places, className) {
    this.#classes.add(className);
    this.#keep(`places ${className}`, () => {
      for (const [id, group] of this.#spots) group.classList.toggle(className, places.includes(id));
    });
  }

  links(cycles) {
    this.#keep("links", () => {
      const rects = cycles.map((cycle) => cycle.map((card) => this.#seen(card)).filter(Boolean));
      drawLinks(this.#layers[0], rects, this.#board.layout.unit);
    });
  }

  arrow(from, to) {
    this.#keep("arrow", () => {
      const { layout } = this.#board;
      const start = from && (this.#seen(from) ?? layout.target(from));
      drawHint(this.#layers[1], start, from && to ? layout.target(to, from) : null, to);
    });
  }

  clear() {
    this.#redo.clear();
    for (const layer of this.#layers) layer.replaceChildren();
    for (const element of [...this.#elements.values(), ...this.#spots.values()]) {
      element.classList.remove(...this.#classes);
    }
    this.#classes.clear();
  }

  /** The board was drawn again, at another size. */
  redraw() {
    for (const redo of this.#redo.values()) redo();
  }

  #seen(card) {
    return this.#board.layout.cards.find((other) => other.id === String(card))?.seen;
  }

  #keep(name, redo) {
    this.#redo.set(name, redo);
    redo();
  }
}
