/**
 * The analysis board: the game on the table as a study.
 *
 * `mount` fills the section of the page made for it, beside the questions; the board is the one that is played on.
 */

import { languages, translate } from "../i18n.js";
import { h } from "../ask/dom.js";
import { mountAnalyse } from "./analyse.js";
import { keeper } from "./keeper.js";
import { MoveTree } from "./move-tree.js";
import { mountRemarks } from "./remarks.js";

/** @param {HTMLElement} element the section of the study @param {{store: object}} context */
export function mount(element, { store }) {
  const tree = new MoveTree({ go: (node) => keeper.go(node), line: () => keeper.line });
  const remarks = h("div", { class: "study-remarks" });
  element.classList.add("panel", "study");
  const picture = h("div", { class: "study-graph" });
  const analyse = mountAnalyse(picture, { store });
  element.append(h("div", { class: "study-head" }, h("h3", { class: "panel-title", i18n: "study.title" }), analyse.button), picture, tree.element, remarks);
  const { draw } = mountRemarks(remarks);
  let drawn = -1;

  function show() {
    if (!keeper.study) return;
    if (drawn !== keeper.version) {
      drawn = keeper.version;
      tree.select(keeper.here);
      tree.draw(keeper.study);
    } else tree.select(keeper.here);
    draw();
    analyse.draw();
  }

  keeper.addEventListener("change", show);
  languages.addEventListener("change", () => {
    drawn = -1;
    show();
  });
  translate(element);
  show();
}
