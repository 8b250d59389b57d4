/**
 * Mouse, touch and pen.  A press that moves more than a few pixels is a drag, anything else a click; two clicks on one card in
 * quick succession send it home.  Only cards that can move, and tiles, which are swiped, take a touch away from scrolling, so that a
 * thumb on the rest of the board still scrolls the page.
 */

import { centre } from "./geometry.js";
import { hasTiles, swipe } from "./swipe.js";

const SLACK = { mouse: 5, pen: 7, touch: 9 };
const TWICE = 420;

/** @param {import("./board.js").Board} board */
export function attachPointer(board) {
  const { root, hand } = board;
  let press = null;
  let last = { card: null, time: 0 };

  const spot = (event) => {
    const box = root.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || press) return;
    const item = board.itemOf(event.target);
    press = { id: event.pointerId, type: event.pointerType, from: spot(event), item, drag: null };
  });

  // Browsers heed `touch-action` on a whole SVG, not on its parts; so the touch itself is claimed.
  root.addEventListener(
    "touchstart",
    (event) => {
      if (event.cancelable && event.target.closest?.(hasTiles(board) ? "[data-card], [data-place]" : ".movable")) event.preventDefault();
    },
    { passive: false },
  );

  root.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const [x, y] = spot(event);
    const [dx, dy] = [x - press.from[0], y - press.from[1]];
    if (!press.drag) {
      if (Math.hypot(dx, dy) < (SLACK[press.type] ?? 6) || !press.item?.card) return;
      if (press.type !== "mouse" && hasTiles(board)) return;
      if (hand.movesOf(press.item).length === 0 || press.item.place === "home") return;
      root.setPointerCapture(event.pointerId);
      hand.hold(press.item);
      press.drag = board.lift(press.item.card);
      root.classList.add("dragging");
    }
    press.drag.moveBy(dx, dy);
    press.over = dropMove(board, press.drag.rect(dx, dy), [x, y]);
    board.lightOver(press.over?.to ?? null);
  });

  // On the window: a press may end outside the board, and must not stay open.
  window.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { drag, item, over, type, from } = press;
    press = null;
    if (drag) {
      root.classList.remove("dragging");
      if (over) {
        drag.land();
        hand.release();
        board.play(over.text);
      } else {
        hand.release();
        drag.back();
      }
      last = { card: null, time: 0 };
      return;
    }
    const [x, y] = spot(event);
    if (type !== "mouse" && swipe(board, item, x - from[0], y - from[1])) return;
    // The press began on `item`; letting go elsewhere is no click.
    const end = board.itemOf(event.target);
    if (!item || !end || end.place !== item.place || end.card !== item.card) {
      if (!item) hand.release();
      return;
    }
    const twice = Boolean(item.card) && last.card === item.card && event.timeStamp - last.time < TWICE;
    last = { card: item.card ?? null, time: event.timeStamp };
    const result = hand.touch(item, { twice });
    if (result === "refused") board.refuse(item);
  });

  window.addEventListener("pointercancel", (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (press.drag) {
      root.classList.remove("dragging");
      hand.release();
      press.drag.back();
    }
    press = null;
  });

  document.addEventListener("pointerdown", (event) => {
    if (!root.contains(event.target)) hand.release();
  });
}

/** The move whose target the dragged card covers most, or whose target the pointer is on. */
function dropMove(board, rect, [x, y]) {
  let best = null;
  let most = 0;
  for (const move of board.hand.moves) {
    for (const target of board.dropRects(move)) {
      const inside = x >= target.x && x <= target.x + target.w && y >= target.y && y <= target.y + target.h;
      const wide = Math.min(rect.x + rect.w, target.x + target.w) - Math.max(rect.x, target.x);
      const high = Math.min(rect.y + rect.h, target.y + target.h) - Math.max(rect.y, target.y);
      const cover = wide > 0 && high > 0 ? (wide * high) / (rect.w * rect.h) : 0;
      const [cx, cy] = centre(target);
      const [rx, ry] = centre(rect);
      const near = cover > 0.2 ? cover + 1 / (1 + Math.hypot(cx - rx, cy - ry)) : 0;
      const score = near + (inside ? 0.5 : 0);
      if (score > most) [best, most] = [move, score];
    }
  }
  return best;
}
