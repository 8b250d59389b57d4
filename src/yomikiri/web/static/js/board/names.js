/**
 * What cards and places are called, for people who hear the board: "seven of hearts, row 2 column 5".
 */

import { t } from "../i18n.js";

const RANKS = "A234567890JQK";
const GRID = /^r(\d+)c(\d+)$/;

/** A hole of a board of pegs as its notation calls it: "d4". */
function holeName(place) {
  const [, row, column] = GRID.exec(place);
  return "abcdefg"[Number(column) - 1] + row;
}

/** The name of a card, a tile, or a piece in a hole: "seven of hearts", "tile 7", "piece d2". */
export function cardName(id) {
  if (GRID.test(id)) return t("piece.name", { hole: holeName(id) });
  if (/^\d+$/.test(id)) return t("tile.name", { number: id });
  if (!/^[HDSC][A2-90JQK]$/.test(id)) return id; // A move of a game that is shown as text.
  return t("card.name", { rank: t(`rank.${id[1]}`), suit: t(`suit.${id[0]}`) });
}

/** A place's name: "row 2 column 5", "hole d4", "column 3", "cell a", "home". */
export function placeName(kind, place) {
  if (kind === "pegs") return t("place.hole", { hole: holeName(place) });
  const grid = GRID.exec(place);
  if (grid) return t("place.grid", { row: grid[1], column: grid[2] });
  if (place === "home") return t("place.home");
  if (/^t\d+$/.test(place)) return t("place.column", { column: place.slice(1) });
  return t("place.cell", { cell: place });
}

/** The label of a card where it lies. @param {import("./geometry.js").Card} card */
export function cardLabel(kind, card) {
  if (kind === "pegs") return cardName(card.id);
  const where = placeName(kind, card.place);
  const params = { card: cardName(card.id), place: where };
  if (card.of) return t("label.card.column", { ...params, index: card.index, of: card.of });
  return t("label.card", params);
}

/** The label of a place without a card. @param {object[]} legal the moves to it are part of what it is */
export function placeLabel(kind, place, board, legal) {
  const where = placeName(kind, place);
  if (place === "home") {
    const piles = Object.entries(board.home).map(([suit, rank]) =>
      t(rank ? "label.pile" : "label.pile.empty", { suit: t(`suit.${suit}`), rank: rank ? t(`rank.${RANKS[rank - 1]}`) : "" }),
    );
    return t("label.home", { piles: piles.join(t("list.comma")) });
  }
  const taken = legal.filter((move) => move.to === place).map((move) => cardName(String(move.cards[0])));
  const key = ["cards", "pegs"].includes(kind) ? "label.empty" : kind === "tiles" ? "label.blank" : "label.hole";
  const name = t(key, { place: where });
  if (!["rows", "pegs"].includes(kind) || taken.length === 0) return name;
  return t("label.takes", { name, cards: taken.join(t("list.or")) });
}
