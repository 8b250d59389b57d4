/**
 * A histogram whose bars are buttons: each leads to its deals.
 *
 * Bars are stacked by outcome.  One of them can be reached by Tab, the arrow keys walk along.
 */

import { chart, fresh, ticks } from "../ask/chart.js";
import { count } from "../ask/amounts.js";
import { s } from "../ask/dom.js";
import { t } from "../i18n.js";

const ORDER = ["solved", "unsolvable"];

/** "12", or "12 to 15". */
export function range({ least, most }) {
  return least === most ? count(least) : t("surveys.range", { least: count(least), most: count(most) });
}

/** Outcomes as three kinds, in the order of stacking. @returns {[string, number][]} */
function kinds(outcomes) {
  const rest = Object.entries(outcomes).filter(([name]) => !ORDER.includes(name));
  const pairs = ORDER.map((name) => [name, outcomes[name] ?? 0]);
  return [...pairs, ["undecided", rest.reduce((sum, [, amount]) => sum + amount, 0)]].filter(([, amount]) => amount > 0);
}

/**
 * @param {{label: string, height?: number}} options
 * @returns {{element: SVGElement, draw: (bins: object[], choose: (bin: object) => void, chosen: object|null) => void}}
 */
export function histogram({ height = 190 } = {}) {
  const root = chart("histogram", height);
  root.setAttribute("role", "group");
  let bins = [];

  root.addEventListener("keydown", (event) => {
    const bars = [...root.querySelectorAll("[data-bin]")];
    const at = bars.indexOf(event.target);
    if (at < 0) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && bars[at + by]) {
      bars[at].setAttribute("tabindex", "-1");
      bars[at + by].setAttribute("tabindex", "0");
      bars[at + by].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      bars[at].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (!by) {
      return;
    }
    event.preventDefault();
  });

  function draw(next, choose, chosen, label) {
    bins = next;
    root.setAttribute("aria-label", label);
    const { width } = fresh(root);
    const [left, floor, top] = [38, height - 20, 6];
    const most = Math.max(...bins.map((bin) => bin.count), 1);
    const y = (amount) => floor - (amount / most) * (floor - top);
    for (const tick of ticks(0, most, 4)) {
      root.append(
        s("line", { class: "grid", x1: left, x2: width, y1: y(tick), y2: y(tick) }),
        s("text", { class: "tick", x: left - 6, y: y(tick) + 3.5, "text-anchor": "end" }, count(tick)),
      );
    }
    const slot = (width - left) / bins.length;
    const every = Math.max(1, Math.ceil(52 / slot));
    const first = bins.findIndex((bin) => bin.count > 0);
    bins.forEach((bin, index) => {
      if (bin.count > 0) root.append(bar(bin, index));
      if (index % every === 0) root.append(s("text", { class: "tick", x: left + (index + 0.5) * slot, y: height - 4, "text-anchor": "middle" }, count(bin.least)));
    });

    function bar(bin, index) {
      const at = left + index * slot;
      const name = t("surveys.bar", { range: range(bin), n: bin.count });
      let base = floor;
      const parts = kinds(bin.outcomes).map(([kind, amount]) => {
        const tall = (amount / most) * (floor - top);
        base -= tall;
        return s("rect", { class: `part ${kind}`, x: at + 1, y: base, width: Math.max(1, slot - 2), height: tall });
      });
      return s(
        "g",
        {
          class: `bar${chosen && chosen.least === bin.least ? " chosen" : ""}`,
          "data-bin": index,
          role: "button",
          tabindex: index === first ? 0 : -1,
          "aria-label": name,
          onclick: () => choose(bin),
        },
        s("title", {}, name),
        s("rect", { class: "reach", x: at, y: top, width: slot, height: floor - top }),
        parts,
      );
    }
  }

  return { element: root, draw };
}
