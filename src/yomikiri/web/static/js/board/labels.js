/**
 * Roles, names and states of everything on the board, for people who hear it.
 */

import { cardLabel, placeLabel } from "./names.js";

const ATTRIBUTES = ["role", "tabindex", "aria-label", "aria-disabled"];

/**
 * @param {import("./board.js").Board} board
 * @param {Map<string, SVGGElement>} elements of cards @param {Map<string, SVGGElement>} spots of places
 */
export function nameItems(board, elements, spots) {
  const { data, hand, layout, legal } = board;
  for (const card of layout.cards) {
    const element = elements.get(card.id);
    // What is home is told by the place: four piles, one sentence.
    if (card.place === "home") silence(element);
    else describe(element, cardLabel(data.kind, card), hand.canTouch({ card: card.id, place: card.place }));
  }
  for (const { id, empty } of layout.places) {
    const group = spots.get(id);
    const open = legal.some((move) => move.to === id);
    group.classList.toggle("open", open && empty);
    if (empty) describe(group, placeLabel(data.kind, id, data, legal), open);
    else silence(group);
  }
}

function silence(element) {
  for (const name of ATTRIBUTES) element.removeAttribute(name);
  element.setAttribute("aria-hidden", "true");
}

function describe(element, label, enabled) {
  element.removeAttribute("aria-hidden");
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
  if (enabled) element.removeAttribute("aria-disabled");
  else element.setAttribute("aria-disabled", "true");
  if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
}
