/**
 * Tiles slide by arrow keys and swipes: in a direction, whichever legal move goes that way.
 */

const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
/** Pixels that a finger goes on a swipe at least. */
const SWIPE = 18;

/** Which way it is from one place to another, if they are in a row or a column. */
function way(from, to) {
  const [[row, column], [toRow, toColumn]] = [from, to].map((place) => /^r(\d+)c(\d+)$/.exec(place)?.slice(1).map(Number) ?? [0, 0]);
  if (row === toRow && column !== toColumn) return toColumn > column ? "right" : "left";
  if (column === toColumn && row !== toRow) return toRow > row ? "down" : "up";
  return null;
}

export function hasTiles(board) {
  return board.data?.kind === "tiles";
}

let last = Promise.resolve();

/** Slide a tile in a direction, if one can go that way after what is being played. @param {import("./board.js").Board} board */
export function slide(board, direction) {
  last = last.then(() => {
    const move = board.legal.find(({ from, to }) => way(from, to) === direction);
    board.hand.release();
    return move && board.play(move.text);
  });
}

/**
 * The end of a press: whether it was a swipe.  One that begins on a tile and goes towards the gap takes the whole line along.
 * @param {import("./board.js").Board} board @param {{card?: string, place: string}|null} item
 */
export function swipe(board, item, dx, dy) {
  if (!hasTiles(board) || Math.hypot(dx, dy) < SWIPE) return false;
  const direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
  const gap = board.legal[0]?.to;
  if (item?.card && gap && way(item.place, gap) === direction) board.hand.touch(item);
  else slide(board, direction);
  return true;
}

/** Arrow keys, wherever nothing else needs them.  With Shift they walk over the board as on all others. */
export function attachArrows(board, isFree) {
  document.addEventListener(
    "keydown",
    (event) => {
      if (!(event.key in KEYS) || !hasTiles(board) || event.defaultPrevented) return;
      if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || !isFree(event.target)) return;
      slide(board, KEYS[event.key]);
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
