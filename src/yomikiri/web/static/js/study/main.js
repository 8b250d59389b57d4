/**
 * The analysis board: the game on the table as a study.
 *
 * `mount` fills the section of the page made for it, beside the questions; the board is the one that is played on.
 */

import { languages, translate } from "../i18n.js";
import { h } from "../ask/dom.js";
import { mountAnalyse } from "./analyse.js";
import { mountExchange } from "./exchange.js";
import { keeper } from "./keeper.js";
import { MoveTree } from "./move-tree.js";
import { Player } from "./player.js";
import { mountPlayerControls } from "./player-controls.js";
import { mountPuzzles } from "./puzzles.js";
import { mountRemarks } from "./remarks.js";

/** @param {HTMLElement} element the section of the study @param {{store: object, dealer: object}} context */
export function mount(element, { store, dealer }) {
  const tree = new MoveTree({ go: (node) => keeper.go(node), line: () => keeper.line });
  const remarks = h("div", { class: "study-remarks" });
  element.classList.add("panel", "study");
  const picture = h("div", { class: "study-graph" });
  const analyse = mountAnalyse(picture, { store });
  const player = new Player(store);
  const { speed } = mountPlayerControls(player, store);
  const exchange = mountExchange({ store, dealer });
  const head = h("div", { class: "study-head" }, h("h3", { class: "panel-title", i18n: "study.title" }), speed);
  const riddle = h("div", {});
  const puzzles = mountPuzzles(riddle, { store, dealer });
  const tools = h("div", { class: "study-tools" }, analyse.button, ...puzzles.buttons, exchange.button);
  element.append(head, tools, riddle, picture, tree.element, remarks);
  store.addEventListener("request", ({ detail }) => detail.what === "watch" && player.start());
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
    puzzles.draw();
  }

  keeper.addEventListener("change", show);
  languages.addEventListener("change", () => {
    drawn = -1;
    show();
  });
  translate(element);
  show();
}
