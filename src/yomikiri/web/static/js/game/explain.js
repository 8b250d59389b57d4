/** Says why a card that was pointed at cannot be picked up, if the server has told. */

import { h, shown, write } from "../ask/dom.js";
import { language, languages } from "../i18n.js";
import { announce } from "../view.js";

/** Milliseconds. */
const SHOWN = 6000;

/** @param {{store: object, board: import("../board/board.js").Board}} context */
export function mountExplain({ store, board }) {
  const words = h("p", { class: "explain", id: "explain", hidden: true });
  document.getElementById("board-area").append(words);
  let timer = 0;

  function hide() {
    window.clearTimeout(timer);
    shown(words, false);
  }

  board.hand.addEventListener("refused", ({ detail: { card } }) => {
    const why = store.state?.held_back?.[card];
    hide();
    if (!why) return;
    write(words, why[language()] ?? why.en);
    shown(words, true);
    announce(words.textContent);
    timer = window.setTimeout(hide, SHOWN);
  });
  board.hand.addEventListener("change", () => board.hand.held && hide());
  store.addEventListener("change", hide);
  languages.addEventListener("change", hide);
}
