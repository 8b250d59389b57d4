/**
 * The moves of the study as a list: the main line, variations below the move that they differ from, comments after theirs.
 *
 * One button of the list can be reached by Tab; from there the arrow keys go along the line and between variations.
 */

import { t } from "../i18n.js";
import { h } from "../ask/dom.js";
import { judgedWords, markSign, markWords } from "./marks.js";
import { lineFrom } from "./tree.js";

export class MoveTree {
  #list = h("ol", { class: "move-line main-line", id: "move-tree", label: "study.moves" });
  #buttons = new Map();
  #nodes = new WeakMap();
  #here = null;

  /** @param {{go: (node: object) => Promise<any>, line: () => object[]}} table `line` are the nodes of the line on the table */
  constructor({ go, line }) {
    this.element = this.#list;
    this.go = go;
    this.line = line;
    this.#list.addEventListener("click", (event) => {
      const node = this.#nodes.get(event.target.closest("button"));
      if (node) this.go(node);
    });
    this.#list.addEventListener("keydown", (event) => this.#key(event));
  }

  // -- drawing ---------------------------------------------------------------------------------------------

  /** Draw a study anew. @param {import("./tree.js").Study} study */
  draw(study) {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#buttons.clear();
    const [first, ...others] = study.root.children;
    const start = h("li", { class: "move" }, this.#button(study.root, 0), this.#comment(study.root));
    this.#list.replaceChildren(start, ...(first ? this.#items(first, others, 1) : []));
    this.select(this.#here, hadFocus);
  }

  #items(first, besides, number) {
    const items = [];
    let count = number;
    for (const { here, variations } of lineFrom(first, besides)) {
      items.push(h("li", { class: here.comment ? "move commented" : "move" }, h("span", { class: "move-number", "aria-hidden": "true" }, `${count}.`), this.#button(here, count), this.#comment(here)));
      for (const other of variations) items.push(h("li", { class: "variation" }, h("ol", { class: "move-line", "aria-label": t("study.variation", { move: other.text }) }, this.#items(other, [], count))));
      count += 1;
    }
    return items;
  }

  #button(node, number) {
    const words = [number === 0 ? t("study.start") : t("study.move", { number, move: node.text })];
    if (node.mark) words.push(markWords(node.mark));
    if (node.judged) words.push(judgedWords(node.judged));
    const label = words.join(t("list.comma"));
    const one = h("button", { type: "button", tabindex: -1, "aria-label": label, title: node.judged ? label : null }, number === 0 ? t("study.start") : node.text, markSign(node.mark));
    this.#buttons.set(node, one);
    this.#nodes.set(one, node);
    return one;
  }

  #comment(node) {
    return node.comment && h("p", { class: "move-comment" }, node.comment);
  }

  /** Mark the move that led to the position on the table. */
  select(node, focus = false) {
    for (const one of this.#list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    for (const one of this.#list.querySelectorAll('[tabindex="0"]')) one.setAttribute("tabindex", "-1");
    this.#here = node;
    const current = this.#buttons.get(node);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    current.setAttribute("tabindex", "0");
    if (focus) current.focus({ preventScroll: true });
    this.#reveal(current);
  }

  /** The list scrolls, the page does not. */
  #reveal(one) {
    const [box, seen] = [one.getBoundingClientRect(), this.#list.getBoundingClientRect()];
    if (box.top < seen.top + 4) this.#list.scrollTop += box.top - seen.top - 4;
    else if (box.bottom > seen.bottom - 4) this.#list.scrollTop += box.bottom - seen.bottom + 4;
  }

  // -- keys ------------------------------------------------------------------------------------------------

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const node = this.#wanted(event.key);
    if (node === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // At the end of a line the keys stay there.
    if (node) this.go(node).then(() => this.#buttons.get(node)?.focus({ preventScroll: true }));
  }

  /** The node that a key leads to; null if there is none, undefined if the key means nothing. */
  #wanted(key) {
    const here = this.#nodes.get(document.activeElement) ?? this.#here;
    const line = this.line();
    const at = line.indexOf(here);
    if (key === "ArrowLeft") return here.parent;
    if (key === "ArrowRight") return line[at + 1] ?? null;
    if (key === "Home") return line[0];
    if (key === "End") return line.at(-1);
    if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
    const rivals = here.parent?.children ?? [];
    return rivals[rivals.indexOf(here) + (key === "ArrowDown" ? 1 : -1)] ?? null;
  }
}
