/**
 * Arrows above the cards: cycles of cards that wait for each other, and hints.
 */

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

/** Draw cycles, each a list of rectangles in order, into a layer. */
export function drawLinks(layer, cycles) {
  layer.replaceChildren();
  cycles.forEach((rects, index) => {
    const group = svg("g", { class: `cycle cycle-${index % 4}` });
    rects.forEach((rect, i) => {
      const next = rects[(i + 1) % rects.length];
      if (rects.length > 1) group.append(...arrow(spot(rect), spot(next), { line: "link", head: "link-head" }));
    });
    layer.append(group);
  });
}

/** Draw one dashed arrow, or nothing. */
export function drawHint(layer, from, to) {
  layer.replaceChildren();
  if (from && to) layer.append(...arrow(centre(from), centre(to), { line: "hint-arrow", head: "hint-head" }, 12));
}

/** Where an arrow touches a card: in its visible part, which in a column may be a strip. */
function spot(rect) {
  const [x, y] = centre(rect);
  return [x, Math.min(y, rect.y + rect.w * 0.6)];
}
