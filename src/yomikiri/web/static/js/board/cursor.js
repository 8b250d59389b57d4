/**
 * Playing by keyboard.  The board is one stop for Tab; inside it the arrow keys move the focus from item to item, and Enter or
 * Space pick up and put down.  While something is held, the arrows go only through the places where it may go, the
 * nearest first, so that a move is Enter, perhaps an arrow, Enter.  Escape lets go.
 */

import { centre, neighbour } from "./geometry.js";

const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** @param {import("./board.js").Board} board */
export function attachCursor(board) {
  const { root, hand } = board;

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const item = board.focused();
    if (!item) return;
    if (event.key in ARROWS) {
      const next = neighbour(item, hand.held ? choices(board) : board.items, ARROWS[event.key]);
      if (next) board.focusItem(next);
    } else if (event.key === "Home" || event.key === "End") {
      board.focusItem(board.items.at(event.key === "Home" ? 0 : -1));
    } else if (event.key === "Enter" || event.key === " ") {
      act(board, item);
    } else if (event.key === "Escape" && hand.held) {
      const origin = board.itemFor(hand.held);
      hand.release();
      if (origin) board.focusItem(origin);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/** What the arrows go through while something is held: the ends of its moves, and the held item itself. */
function choices(board) {
  const { hand } = board;
  const ends = hand.moves.map((move) =>
    hand.held.card ? board.itemAt(move.to) : board.itemFor({ card: board.baseOf(move), place: move.from }),
  );
  return [...new Set([board.itemFor(hand.held), ...ends])].filter(Boolean);
}

function act(board, item) {
  const { hand } = board;
  const result = hand.touch({ card: item.card, place: item.place });
  if (result === "refused") board.refuse(item);
  if (result !== "held") return;
  const [x0, y0] = centre(item.seen);
  const far = (other) => Math.hypot(centre(other.seen)[0] - x0, centre(other.seen)[1] - y0);
  const ends = choices(board).filter((other) => other !== item);
  const nearest = ends.sort((a, b) => far(a) - far(b))[0];
  if (nearest) board.focusItem(nearest);
}
