/**
 * A share as a bar from 0 to 1 with the whiskers of its interval.
 *
 * The solid bar is what was won; the pale part is undecided, which may be either; the whiskers are the ends of the 95 %
 * interval.
 */

import { s } from "../ask/dom.js";

const WIDTH = 220;
const HEIGHT = 20;
const PAD = 6;

const x = (share) => PAD + share * (WIDTH - 2 * PAD);

/** @param {{least: number, most: number, low: number, high: number}} estimate @param {string} label */
export function intervalBar({ least, most, low, high }, label) {
  const middle = HEIGHT / 2;
  const cap = (at) => s("line", { class: "whisker", x1: x(at), x2: x(at), y1: middle - 5, y2: middle + 5 });
  return s(
    "svg",
    { class: "interval", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    s("rect", { class: "interval-track", x: x(0), y: middle - 5, width: x(1) - x(0), height: 10, rx: 3 }),
    s("rect", { class: "interval-bar", x: x(0), y: middle - 5, width: Math.max(0, x(least) - x(0)), height: 10, rx: 3 }),
    most > least ? s("rect", { class: "interval-maybe", x: x(least), y: middle - 5, width: x(most) - x(least), height: 10 }) : null,
    s("line", { class: "whisker", x1: x(low), x2: x(high), y1: middle, y2: middle }),
    cap(low),
    cap(high),
  );
}

/** The scale above a column of bars. */
export function intervalAxis() {
  const marks = [0, 0.5, 1];
  return s(
    "svg",
    { class: "interval axis", viewBox: `0 0 ${WIDTH} 18`, "aria-hidden": "true" },
    marks.map((at) => [
      s("line", { class: "grid", x1: x(at), x2: x(at), y1: 13, y2: 18 }),
      s("text", { class: "tick", x: x(at), y: 10, "text-anchor": at === 0 ? "start" : at === 1 ? "end" : "middle" }, `${at * 100} %`),
    ]),
  );
}
