/**
 * Lights above the cards: where a held card may go, and the ring around the item that has the keyboard's focus.
 */

import { corner } from "./cards.js";
import { svg } from "./svg.js";

/** @param {SVGGElement} layer @param {[string, import("./geometry.js").Rect][]} targets places and where they are */
export function lightTargets(layer, targets) {
  for (const old of layer.querySelectorAll(".target")) old.remove();
  for (const [place, { x, y, w, h }] of targets) {
    const box = { x: x + 1, y: y + 1, width: w - 2, height: h - 2, rx: corner(w) };
    layer.prepend(svg("rect", { class: "target", "data-target": place, ...box }));
  }
}

/** A dragged card is over a target. @param {SVGGElement} layer @param {string|null} place */
export function lightOver(layer, place) {
  for (const light of layer.querySelectorAll(".target")) light.classList.toggle("over", light.dataset.target === place);
}

/** @param {SVGGElement} layer @param {import("./geometry.js").Rect|null} rect */
export function ring(layer, rect) {
  for (const old of layer.querySelectorAll(".cursor-out, .cursor-in")) old.remove();
  if (!rect) return;
  const box = { x: rect.x - 2, y: rect.y - 2, width: rect.w + 4, height: rect.h + 4, rx: corner(rect.w) + 2 };
  layer.append(svg("rect", { class: "cursor-out", ...box }), svg("rect", { class: "cursor-in", ...box }));
}
