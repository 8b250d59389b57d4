/**
 * What is picked up, and where it may go.  Mouse, touch and keyboard all act through the hand, so that they follow the same
 * rules: a card may be picked up and put on a place; or a place may be chosen first, and then the card that goes there.
 *
 * @typedef {{card?: string, place: string}} Item  a card where it lies, or a place without a card
 * @typedef {{text: string, cards: (string|number)[], from: string, to: string}} Move
 */

export class Hand extends EventTarget {
  /** The item that is picked up. @type {Item|null} */
  held = null;
  /** The legal moves with it. @type {Move[]} */
  moves = [];

  #board;

  constructor(board) {
    super();
    this.#board = board;
  }

  /** The moves that pick up this item: of a card, those of the run that begins with it; of a place, those to it. */
  movesOf(item) {
    const { legal } = this.#board;
    if (item.card && item.place !== "home") return legal.filter((move) => this.#board.baseOf(move) === item.card);
    return legal.filter((move) => move.to === item.place);
  }

  /** The move that ends on an item, of those that the hand can make. */
  moveTo(item) {
    if (!this.held) return null;
    if (this.held.card) return this.moves.find((move) => move.to === item.place) ?? null;
    return this.moves.find((move) => this.#board.baseOf(move) === item.card) ?? null;
  }

  hold(item) {
    this.held = item;
    this.moves = this.movesOf(item);
    this.dispatchEvent(new Event("change"));
  }

  release() {
    if (!this.held) return;
    this.held = null;
    this.moves = [];
    this.dispatchEvent(new Event("change"));
  }

  holds(item) {
    return Boolean(this.held) && this.held.card === item.card && this.held.place === item.place;
  }

  /**
   * A click, a tap, or Enter on an item.
   * @param {Item} item @param {{twice?: boolean}} [how] `twice`: the second click of a double click
   * @returns {"played"|"held"|"released"|"refused"}
   */
  touch(item, { twice = false } = {}) {
    if (twice && item.card && this.#board.home[item.card]) return this.#play(this.#board.home[item.card]);
    const ending = this.moveTo(item);
    if (ending) return this.#play(ending.text);
    if (this.holds(item)) {
      this.release();
      return "released";
    }
    const moves = this.movesOf(item);
    if (moves.length === 0) {
      this.release();
      return "refused";
    }
    // A place that only one card can go to, and a tile, leave nothing to choose.
    if (moves.length === 1 && (!item.card || this.#board.data.kind === "sliding")) return this.#play(moves[0].text);
    this.hold(item);
    return "held";
  }

  #play(text) {
    this.release();
    this.#board.play(text);
    return "played";
  }
}
