/**
 * What is picked up, and where it may go.  Mouse, touch and keyboard all act through the hand, so that they follow the same
 * rules: a card may be picked up and put on a place; or a place may be chosen first, and then the card that goes there.
 *
 * @typedef {{card?: string, place: string}} Item  a card where it lies, or a place without a card
 * @typedef {{text: string, cards: (string|number)[], from: string, to: string}} Move
 */

/**
 * Tiles: a tile in line with the gap pushes all between them.  The texts of the moves, the tile at the gap first.
 * @param {object} data @param {Item} item
 */
function slideLine(data, item) {
  if (data.kind !== "tiles" || !item.card) return [];
  const { tiles, columns } = data;
  const [gap, tile] = [tiles.indexOf(0), tiles.indexOf(Number(item.card))];
  const sameRow = Math.floor(gap / columns) === Math.floor(tile / columns);
  if (!sameRow && gap % columns !== tile % columns) return [];
  const step = Math.sign(tile - gap) * (sameRow ? 1 : columns);
  const line = [];
  for (let at = gap + step; at !== tile + step; at += step) line.push(String(tiles[at]));
  return line;
}

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

  /**
   * The moves that pick up this item: of a card, those of the run that begins with it; of a place, those to it.  Of several that look
   * the same the first; what ends where it began is a button (see text.js).
   */
  movesOf(item) {
    const legal = this.#board.legal.filter(({ from, to }) => !from || from !== to);
    if (item.card && item.place !== "home") return legal.filter((move) => this.#board.baseOf(move) === item.card);
    return legal.filter((move) => move.to === item.place);
  }

  /** Whether anything can be done with a card. */
  canTouch(item) {
    return this.movesOf(item).length > 0 || slideLine(this.#board.data, item).length > 0;
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
      const line = slideLine(this.#board.data, item);
      if (line.length > 0) return this.#play(line);
      this.release();
      return "refused";
    }
    // A place that only one card can go to, and a tile, leave nothing to choose.
    if (moves.length === 1 && (!item.card || this.#board.data.kind === "tiles")) return this.#play(moves[0].text);
    this.hold(item);
    return "held";
  }

  /** @param {string|string[]} text one move, or several at once */
  #play(text) {
    this.release();
    this.#board.play(text);
    return "played";
  }
}
