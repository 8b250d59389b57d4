/**
 * The game as a picture: how many moves were to go at every position, as far as they are known, and from where on it was lost.
 * It is a slider: a click, a drag or the arrow keys go to a position.
 */

import { number, t } from "../i18n.js";
import { fresh, ticks } from "../ask/chart.js";
import { s } from "../ask/dom.js";
import { judgedWords, markWords } from "./marks.js";

const LEFT = 30;
const HEIGHT = 112;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

export class Graph {
  element = s("svg", { class: "chart game-graph", id: "game-graph", role: "slider", tabindex: 0, height: HEIGHT, "aria-valuemin": 0 });
  #nodes = [];
  #at = 0;
  #x = () => 0;

  /** @param {(count: number) => void} go */
  constructor(go) {
    this.element.dataset.height = String(HEIGHT);
    const point = (event) => {
      const { left, width } = this.element.getBoundingClientRect();
      const scale = this.element.viewBox.baseVal.width / width;
      const last = this.#nodes.length - 1;
      const share = ((event.clientX - left) * scale - this.#x(0)) / (this.#x(last) - this.#x(0) || 1);
      go(Math.max(0, Math.min(last, Math.round(share * last))));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      point(event);
    });
    this.element.addEventListener("pointermove", (event) => event.buttons & 1 && point(event));
    this.element.addEventListener("keydown", (event) => {
      const last = this.#nodes.length - 1;
      const to = { Home: 0, End: last }[event.key] ?? (event.key in KEYS ? this.#at + KEYS[event.key] : null);
      if (to === null || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      go(Math.max(0, Math.min(last, to)));
    });
  }

  /** @param {import("./tree.js").Node[]} nodes of the line on the table @param {number} at which of them is on the table */
  draw(nodes, at) {
    [this.#nodes, this.#at] = [nodes, at];
    const { width } = fresh(this.element);
    const floor = HEIGHT - 20;
    const last = Math.max(1, nodes.length - 1);
    const lengths = nodes.map(({ judged }) => (judged?.verdict === "won" ? judged.length : null));
    const most = Math.max(1, ...lengths.filter((length) => length !== null));
    const x = (count) => LEFT + (count / last) * (width - LEFT - 8);
    const y = (length) => 6 + (1 - length / most) * (floor - 8);
    this.#x = x;
    for (const tick of ticks(0, most, 3)) {
      this.element.append(s("line", { class: "grid", x1: LEFT, x2: width, y1: y(tick), y2: y(tick) }), s("text", { class: "tick", x: LEFT - 6, y: y(tick) + 3.5, "text-anchor": "end" }, number(tick)));
    }
    this.#bands(nodes, x, floor, last);
    this.element.append(s("path", { class: "graph-line", d: path(lengths, x, y) }));
    this.#dots(nodes, lengths, x, y, floor);
    this.element.append(s("line", { class: "graph-here", x1: x(at), x2: x(at), y1: 2, y2: floor + 4 }));
    for (const tick of ticks(0, nodes.length - 1, 5)) {
      this.element.append(s("text", { class: "tick", x: x(tick), y: HEIGHT - 4, "text-anchor": "middle" }, number(tick)));
    }
    this.#name(nodes, at);
  }

  /** Lost stretches in red, open ones in yellow, from each position to the next. */
  #bands(nodes, x, floor, last) {
    const half = (x(1) - x(0)) / 2;
    nodes.forEach(({ judged }, count) => {
      if (judged?.verdict !== "lost" && judged?.verdict !== "open") return;
      const [from, to] = [Math.max(x(0), x(count) - half), Math.min(x(last), x(count) + half)];
      this.element.append(s("rect", { class: `graph-${judged.verdict}`, x: from, width: Math.max(1, to - from), y: 2, height: floor - 2 }));
    });
  }

  #dots(nodes, lengths, x, y, floor) {
    nodes.forEach(({ judged, mark }, count) => {
      if (mark !== "loses" && (lengths[count] === null || nodes.length > 60)) return;
      const spot = { cx: x(count), cy: lengths[count] === null ? floor : y(lengths[count]), r: mark === "loses" ? 4.5 : 2.5 };
      this.element.append(s("circle", { class: mark === "loses" ? "graph-dot loses" : judged.shortest ? "graph-dot" : "graph-dot about", ...spot }));
    });
  }

  #name(nodes, at) {
    const { judged, mark, text } = nodes[at];
    const words = [at === 0 ? t("study.start") : t("study.move", { number: at, move: text }), mark && markWords(mark), judged && judgedWords(judged)];
    this.element.setAttribute("aria-label", t("study.graph"));
    this.element.setAttribute("aria-valuemax", String(nodes.length - 1));
    this.element.setAttribute("aria-valuenow", String(at));
    this.element.setAttribute("aria-valuetext", words.filter(Boolean).join(t("list.comma")));
  }
}

/** A line through the lengths that are known; it breaks where none is. */
function path(lengths, x, y) {
  let pen = "M";
  return lengths
    .map((length, count) => {
      const step = length === null ? "" : `${pen}${x(count).toFixed(1)},${y(length).toFixed(1)}`;
      pen = length === null ? "M" : "L";
      return step;
    })
    .join("");
}
