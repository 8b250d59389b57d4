/**
 * Cards in the air.  SVG has no z-order but that of the document, and the order of the document is what a screen reader
 * reads; so the card itself goes to its new place at once, unseen, and a copy flies there above all others.
 */

import { put } from "./svg.js";

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Whether people asked for less motion. */
export function calm() {
  return still.matches;
}

function copyOf(element) {
  const copy = element.cloneNode(true);
  for (const name of ["data-card", "data-at", "tabindex", "role", "aria-label", "aria-disabled", "aria-pressed"]) copy.removeAttribute(name);
  copy.setAttribute("aria-hidden", "true");
  copy.classList.remove("away", "movable", "wanted");
  return copy;
}

export class Air {
  #layer;
  #landings = new Set();

  /** @param {SVGGElement} layer above the cards */
  constructor(layer) {
    this.#layer = layer;
  }

  /** Let copies fly. @param {{element: SVGGElement, from: {x, y}, to: {x, y}}[]} flights */
  fly(flights) {
    if (calm()) return;
    const crowd = flights.length > 6;
    flights.forEach(({ element, from, to }, index) => {
      const far = Math.hypot(to.x - from.x, to.y - from.y);
      const copy = this.#lift(element);
      put(copy, to.x, to.y);
      const path = [`translate(${from.x}px, ${from.y}px)`, `translate(${to.x}px, ${to.y}px)`];
      const animation = copy.animate(
        { transform: path },
        {
          duration: Math.min(420, 170 + far * 0.3),
          delay: crowd ? Math.min(index * 8, 250) : 0,
          easing: "cubic-bezier(0.25, 0.8, 0.3, 1)",
          fill: "backwards",
        },
      );
      const land = () => {
        animation.cancel();
        this.#land(element, copy, land);
      };
      this.#landings.add(land);
      animation.finished.then(land, () => {});
    });
  }

  /** Everything in the air lands at once: the board is about to change again. */
  clear() {
    for (const land of [...this.#landings]) land();
  }

  /**
   * Take cards into the hand.
   * @param {{element: SVGGElement, rect: {x, y, w, h}}[]} cards the first one is the one under the pointer
   */
  drag(cards) {
    this.clear();
    const copies = cards.map(({ element }) => this.#lift(element));
    const land = () => cards.forEach(({ element }, i) => this.#land(element, copies[i], land));
    this.#landings.add(land);
    const at = (dx, dy) => cards.map(({ rect }) => ({ x: rect.x + dx, y: rect.y + dy }));
    let now = at(0, 0);
    return {
      moveBy(dx, dy) {
        now = at(dx, dy);
        now.forEach(({ x, y }, i) => put(copies[i], x, y));
      },
      rect: (dx, dy) => ({ ...cards[0].rect, x: cards[0].rect.x + dx, y: cards[0].rect.y + dy }),
      /** Where the cards are in the air, for the flight that ends the move. */
      positions: () => now,
      finish: land,
    };
  }

  #lift(element) {
    const copy = copyOf(element);
    copy.style.transform = element.style.transform;
    element.classList.add("away");
    this.#layer.append(copy);
    return copy;
  }

  #land(element, copy, land) {
    element.classList.remove("away");
    copy.remove();
    this.#landings.delete(land);
  }
}

/** A new deal: cards settle into place one after the other. */
export function dealIn(elements) {
  if (calm()) return;
  elements.forEach((element, index) => {
    element.animate(
      { opacity: [0, 1], translate: ["0 -14px", "0 0"] },
      { duration: 260, delay: Math.min(index * 9, 420), easing: "ease-out", fill: "backwards" },
    );
  });
}

/** A win: one quiet wave through the cards, from the left. */
export function wave(elements, columnOf) {
  if (calm()) return;
  for (const element of elements) {
    element.animate(
      { translate: ["0 0", "0 -12px", "0 0"] },
      { duration: 620, delay: 150 + columnOf(element) * 55, easing: "ease-in-out" },
    );
  }
}
