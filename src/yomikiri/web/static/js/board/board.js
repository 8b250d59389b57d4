/**
 * A board in SVG, of one of several kinds, for playing and for pictures of rules; one of text stands beside it.
 *
 *   const board = createBoard(container, { interactive: true, onMove: (text) => store.play(text) });  // or several texts
 *   board.show(state.board, { legal: state.legal, home: state.home, animate: true });
 *
 * `show` may also be given `highlights` (a list of `{cards, places, className}`), which stay until the next `show`, and `label`,
 * the accessible name of the whole.  `animate` is true, false or "deal".  A board that is not interactive has no legal moves and
 * takes no focus; the option `maxHeight` (pixels) bounds it.
 *
 *   board.mark(["H7", "S4"], "reversible")   sets a class on these cards, and takes it off all others
 *   board.markPlaces(["r1c3"], "reversible") the same for places
 *   board.links([["S4", "H7"], ...])         draws each cycle of cards as arrows; links([]) wipes them
 *   board.arrow("H7", "r1c5")                one arrow from a card to where it lands, with a frame there; arrow(null) wipes it
 *   board.clearMarks()                       takes all marks, links and arrows away
 *
 * Marks are gone after the next `show`.  Classes that the style sheet knows: reversible, dead, hint (cards only), locked.
 */

import { languages } from "../i18n.js";
import { drawCard, drawPlace, drawTray } from "./cards.js";
import { attachCursor } from "./cursor.js";
import { Air, calm, dealIn, wave } from "./flight.js";
import { arrange } from "./geometry.js";
import { Hand } from "./hand.js";
import { jumped } from "./jumped.js";
import { nameItems } from "./labels.js";
import { lightOver, lightTargets, ring } from "./lights.js";
import { Marks } from "./marks.js";
import { attachPointer } from "./pointer.js";
import { put, svg } from "./svg.js";
import { TextBoard } from "./text.js";

/** How narrow a card may be in a picture. */
const SMALLEST = 8;
const LAYERS = ["trays", "places", "cards", "links", "overlay", "air"];

export class Board {
  /** What is shown: the Board of the contract. */
  data = null;
  /** Legal moves, and the move of a double click by card. */
  legal = [];
  home = {};
  layout = null;
  hand = new Hand(this);

  #container;
  #options;
  #layers = {};
  #elements = new Map();
  #spots = new Map();
  #air;
  #dropped = new Map();
  #marks;
  #cursor = null;
  #tallest = 0;
  #label = "";
  #text;

  constructor(container, { interactive = false, onMove = () => null, maxHeight = null } = {}) {
    this.#container = container;
    this.#options = { interactive, onMove, maxHeight };
    // A picture is one thing; a board to play on is many, and wants the arrow keys for itself.
    const role = interactive ? "application" : "img";
    this.root = svg("svg", { class: `board${interactive ? " interactive" : ""}`, role });
    for (const name of LAYERS) {
      this.#layers[name] = svg("g", { class: name });
      if (!["places", "cards"].includes(name)) this.#layers[name].setAttribute("aria-hidden", "true");
      this.root.append(this.#layers[name]);
    }
    this.#layers.links.classList.add("overlay");
    this.#air = new Air(this.#layers.air);
    this.#marks = new Marks(this, this.#layers.links, this.#elements, this.#spots);
    this.#text = new TextBoard(container, (text) => this.play(text));
    container.append(this.root);
    if (interactive) {
      attachPointer(this);
      attachCursor(this);
      this.hand.addEventListener("change", () => this.#light());
      // Not on the SVG: Chromium makes one that listens to the focus a stop for Tab.
      container.addEventListener("focusin", () => this.#followFocus());
      container.addEventListener("focusout", () => ring(this.#layers.overlay, null));
    }
    languages.addEventListener("change", () => this.#name());
    new ResizeObserver(() => this.#resized()).observe(container);
    window.addEventListener("resize", () => this.#resized());
  }

  // -- showing ---------------------------------------------------------------------------------------

  show(data, { legal = [], home = {}, animate = false, highlights = [], label = "" } = {}) {
    const before = this.#positions();
    const came = data.kind === "pegs" && this.data?.kind === "pegs" ? jumped(this.data, data) : new Map();
    const dealt = animate === "deal" || this.data?.kind !== data.kind;
    const hadFocus = this.#options.interactive && this.root.contains(document.activeElement);
    const focus = hadFocus ? this.focused() : null;
    if (dealt) this.#tallest = 0;
    this.#air.clear();
    this.clearMarks();
    Object.assign(this, { data, legal: this.#options.interactive ? legal : [], home });
    this.#label = label;
    this.hand.release();
    this.#draw();
    if (animate && dealt) dealIn([...this.#layers.cards.children]);
    else if (animate) this.#flyFrom(before, came);
    this.#dropped.clear();
    for (const { cards = [], places = [], className } of highlights) {
      this.mark(cards, className);
      this.markPlaces(places, className);
    }
    if (hadFocus) this.#refocus(focus);
  }

  /** A quiet wave through the cards, for a win. */
  celebrate() {
    const columns = new Map(this.layout.cards.map((card) => [card.id, card.rect.x / this.layout.unit.w]));
    wave([...this.#layers.cards.children], (element) => columns.get(element.dataset.card) ?? 0);
  }

  #positions() {
    const spots = new Map();
    for (const card of this.layout?.cards ?? []) spots.set(card.id, card.rect);
    for (const [id, spot] of this.#dropped) spots.set(id, spot);
    return spots;
  }

  /** @param {Map} before where cards were @param {Map} came of pegs that have come to a place, where they stood: pegs have no names */
  #flyFrom(before, came) {
    const flights = [];
    for (const { id, rect } of this.layout.cards) {
      const from = before.get(came.get(id) ?? id);
      if (from && (from.x !== rect.x || from.y !== rect.y)) flights.push({ element: this.#elements.get(id), from, to: rect });
    }
    this.#air.fly(flights);
  }

  #room() {
    if (this.#options.maxHeight) return this.#options.maxHeight;
    const { innerWidth, innerHeight } = window;
    // A phone on its side has little but the board; where the page is one column, the verdict stands above the board.
    if (innerHeight <= 480 && innerWidth >= 600) return Math.max(200, innerHeight - 84);
    if (innerWidth < 600) return Math.max(330, innerHeight - 356);
    return Math.max(300, innerHeight - (innerWidth <= 960 ? 346 : 262));
  }

  #draw() {
    const width = Math.max(200, Math.floor(this.#container.clientWidth));
    const { interactive } = this.#options;
    this.layout = arrange(this.data, width, this.#room(), { tallest: this.#tallest, ...(interactive ? {} : { narrowest: SMALLEST }) });
    this.#tallest = this.layout.kind === "cards" ? this.layout.height : 0;
    this.#text.show(this.data, this.legal);
    this.root.dataset.kind = this.layout.kind;
    this.root.classList.toggle("bare", this.layout.kind === "text");
    this.root.setAttribute("viewBox", `0 0 ${this.layout.width} ${this.layout.height}`);
    this.root.setAttribute("height", this.layout.height);
    this.root.setAttribute("width", this.layout.width);
    this.#container.classList.toggle("scrolls", this.layout.width > width);
    this.#drawPlaces();
    this.#drawCards();
    this.#name();
    this.#stops();
  }

  #drawPlaces() {
    this.#layers.trays.replaceChildren(...this.layout.trays.map(drawTray));
    const wanted = new Set(this.layout.places.map((place) => place.id));
    for (const [id, group] of this.#spots) {
      if (wanted.has(id)) continue;
      group.remove();
      this.#spots.delete(id);
    }
    for (const place of this.layout.places) {
      let group = this.#spots.get(place.id);
      if (!group) {
        group = svg("g", { "data-place": place.id });
        this.#spots.set(place.id, group);
        this.#layers.places.append(group);
      }
      group.setAttribute("class", `place ${place.look ?? ""}${place.empty ? " empty" : ""}`);
      drawPlace(group, place, this.layout.unit);
    }
  }

  #drawCards() {
    const wanted = new Set(this.layout.cards.map((card) => card.id));
    for (const [id, element] of this.#elements) {
      if (wanted.has(id)) continue;
      element.remove();
      this.#elements.delete(id);
    }
    let next = this.#layers.cards.firstChild;
    for (const card of this.layout.cards) {
      const { id, rect, face } = card;
      let element = this.#elements.get(id);
      if (!element) {
        element = svg("g", { "data-card": id });
        this.#elements.set(id, element);
      }
      const look = `${face} ${rect.w} ${rect.h}`;
      if (element.dataset.look !== look) {
        drawCard(element, id, face, rect.w, rect.h);
        element.dataset.look = look;
      }
      const kind = ["tile", "piece"].includes(face) ? face : `suit-${id[0]}`;
      const movable = this.hand.movesOf({ card: id, place: card.place }).length > 0 && card.place !== "home";
      element.setAttribute("class", `card ${kind}${movable ? " movable" : ""}${card.goal ? " at-goal" : ""}`);
      element.dataset.at = card.place;
      put(element, rect.x, rect.y);
      // Nothing that is in order is touched: an element that is moved in the document loses the focus.
      if (element === next) next = next.nextSibling;
      else this.#layers.cards.insertBefore(element, next);
    }
  }

  #resized() {
    if (!this.data || !this.#container.clientWidth) return;
    if (this.layout && this.#container.clientWidth !== this.layout.width) this.#tallest = 0;
    this.#air.clear();
    this.#draw();
    this.#light();
    this.#marks.redraw();
    this.#followFocus();
  }

  // -- items: what can be pointed at and focused ------------------------------------------------------

  /** @typedef {{card?: string, place: string, seen: object}} Item */

  /** Cards and places that the cursor can stand on, in reading order. @type {Item[]} */
  items = [];

  #stops() {
    const cards = this.layout.cards.filter((card) => card.place !== "home");
    const stops = cards.map((card) => ({ card: card.id, place: card.place, seen: card.seen }));
    for (const { id, rect, slot, empty } of this.layout.places) if (empty) stops.push({ place: id, seen: slot ?? rect });
    stops.sort((a, b) => a.seen.y - b.seen.y || a.seen.x - b.seen.x);
    this.items = stops;
    if (!this.#options.interactive) return;
    const stop = this.itemFor(this.#cursor) ?? this.items.find((item) => item.card && this.hand.movesOf(item).length) ?? this.items[0];
    this.#tabTo(stop);
  }

  itemFor(item) {
    if (!item) return null;
    return this.items.find((other) => other.card === item.card && other.place === item.place) ?? null;
  }

  /** What lies on top at a place: its last card, or the place itself. */
  itemAt(place) {
    return this.items.filter((item) => item.place === place).at(-1) ?? null;
  }

  /** The item of an element, for pointers. */
  itemOf(target) {
    const card = target.closest?.("[data-card]");
    if (card && this.root.contains(card)) return card.dataset.at === "home" ? { place: "home" } : { card: card.dataset.card, place: card.dataset.at };
    const place = target.closest?.("[data-place]");
    if (!place || !this.root.contains(place)) return null;
    const top = this.itemAt(place.dataset.place);
    return top ? { card: top.card, place: top.place } : { place: place.dataset.place };
  }

  #elementOf(item) {
    return item.card ? this.#elements.get(item.card) : this.#spots.get(item.place);
  }

  focused() {
    const element = this.root.contains(document.activeElement) ? document.activeElement : null;
    if (element?.dataset.card) return this.itemFor({ card: element.dataset.card, place: element.dataset.at });
    return element?.dataset.place ? this.itemFor({ place: element.dataset.place }) : null;
  }

  focusItem(item) {
    this.#tabTo(item);
    this.#elementOf(item).focus({ preventScroll: false });
  }

  /** Take the focus, where the cursor last stood. */
  focus() {
    const item = this.itemFor(this.#cursor) ?? this.items[0];
    if (item) this.focusItem(item);
  }

  #tabTo(item) {
    for (const element of this.root.querySelectorAll('[tabindex="0"]')) element.setAttribute("tabindex", "-1");
    this.#cursor = item ? { card: item.card, place: item.place } : null;
    if (item) this.#elementOf(item).setAttribute("tabindex", "0");
  }

  /** After a change the focus stays with its card; a place that was filled passes it to the card there. */
  #refocus(old) {
    const card = old?.card && this.items.find((item) => item.card === old.card);
    const item = card || (old && this.itemAt(old.place)) || this.items[0];
    if (!item) return;
    this.focusItem(item);
    // Nobody tells when an element keeps the focus, but what covers its card may have changed.
    this.#followFocus();
  }

  #followFocus() {
    const item = this.focused();
    if (item) this.#tabTo(item);
    ring(this.#layers.overlay, item && document.activeElement.matches(":focus-visible") ? this.#ringed(item) : null);
  }

  /** The foundations are one item; while a card is held only that of its suit is meant. */
  #ringed(item) {
    const { held } = this.hand;
    return item.place === "home" && held?.card ? this.layout.target("home", held.card) : item.seen;
  }

  /** Names for the ear, in the language of the page. */
  #name() {
    if (!this.data) return;
    this.root.setAttribute("aria-label", typeof this.#label === "function" ? this.#label() : this.#label);
    if (this.#options.interactive) nameItems(this, this.#elements, this.#spots);
  }

  // -- moving ----------------------------------------------------------------------------------------

  /** The card that one takes hold of to make a move: of a run, the one that lies lowest. */
  baseOf(move) {
    return String(move.cards.length === 1 ? move.cards[0] : this.#lowest(move.cards));
  }

  #lowest(cards) {
    const column = this.data.columns.find((other) => other.includes(cards[0])) ?? cards;
    return column.find((card) => cards.includes(card));
  }

  /** @returns {Promise<void>} when it is played, or refused */
  play(text) {
    return Promise.resolve(this.#options.onMove(text)).then((state) => {
      if (!state) this.settle();
    });
  }

  /** Nothing came of a move: what is in the air goes back. */
  settle() {
    this.#air.clear();
    this.#dropped.clear();
  }

  /** Take a card, and those that lie on it, off the board with the pointer. */
  lift(card) {
    const { place } = this.layout.cards.find((other) => other.id === card);
    const pile = this.layout.cards.filter((other) => other.place === place);
    const taken = pile.slice(pile.findIndex((other) => other.id === card));
    const drag = this.#air.drag(taken.map(({ id, rect }) => ({ element: this.#elements.get(id), rect })));
    const spots = () => drag.positions();
    return {
      ...drag,
      land: () => taken.forEach(({ id }, i) => this.#dropped.set(id, spots()[i])),
      back: () => {
        drag.finish();
        this.#air.fly(taken.map(({ id, rect }, i) => ({ element: this.#elements.get(id), from: spots()[i], to: rect })));
      },
    };
  }

  /** Where a dragged card may be dropped for a move. */
  dropRects(move) {
    const place = this.layout.places.find((other) => other.id === move.to);
    return [this.layout.target(move.to, this.baseOf(move)), place?.rect].filter(Boolean);
  }

  /** Show what is held and where it may go. */
  #light() {
    for (const element of this.root.querySelectorAll(".held, .wanted")) element.classList.remove("held", "wanted");
    for (const element of this.root.querySelectorAll("[aria-pressed]")) element.removeAttribute("aria-pressed");
    const { held, moves } = this.hand;
    const element = held && this.#elementOf(held);
    element?.classList.add("held");
    element?.setAttribute("aria-pressed", "true");
    if (held && !held.card) for (const move of moves) this.#elements.get(this.baseOf(move))?.classList.add("wanted");
    const lit = held?.card ? moves.map(({ to }) => [to, this.layout.target(to, held.card)]) : [];
    lightTargets(this.#layers.overlay, lit);
  }

  lightOver(place) {
    lightOver(this.#layers.overlay, place);
  }

  /** Say no: nothing can be done with this item now. */
  refuse(item) {
    this.hand.dispatchEvent(new CustomEvent("refused", { detail: item }));
    const element = this.#elementOf(item);
    if (!element || calm()) return;
    element.animate({ translate: ["0", "-3px", "3px", "0"] }, { duration: 240 });
  }

  // -- marks -----------------------------------------------------------------------------------------

  mark(cards, className) {
    this.#marks.cards(cards, className);
  }

  markPlaces(places, className) {
    this.#marks.places(places, className);
  }

  links(cycles) {
    this.#marks.links(cycles);
  }

  arrow(from, to) {
    this.#marks.arrow(from, to);
  }

  clearMarks() {
    this.#marks.clear();
  }
}

/** @param {HTMLElement} container @param {object} [options] @returns {Board} */
export function createBoard(container, options) {
  return new Board(container, options);
}
