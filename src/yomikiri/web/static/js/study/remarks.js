/** What can be done with the move on the table: comment on it, promote its variation, take it out. */

import { t } from "../i18n.js";
import { announce } from "../view.js";
import { button, h, write } from "../ask/dom.js";
import { LONGEST_COMMENT } from "./bad-study.js";
import { keeper } from "./keeper.js";

const UP = "M12 19V6M6 12l6-6 6 6";
const BIN = "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 10.5v6M13.5 10.5v6";

/** @param {HTMLElement} element @returns {{draw: () => void}} */
export function mountRemarks(element) {
  const label = h("label", { for: "study-comment", class: "comment-label" });
  const words = h("textarea", { id: "study-comment", rows: 2, maxlength: LONGEST_COMMENT, "data-i18n-placeholder": "study.comment.placeholder" });
  const promote = button({ id: "study-promote", text: "study.promote", path: UP, className: "button small", onclick: () => raise() });
  const remove = button({ id: "study-delete", text: "study.delete", path: BIN, className: "button small", onclick: () => take() });
  element.append(label, words, h("div", { class: "study-tools", role: "group", label: "study.tools" }, promote, remove));
  /** The node that the words belong to. */
  let node = null;

  // Kept while it is written: nothing is lost by a move or a reload.
  words.addEventListener("input", () => node && keeper.comment(node, words.value));

  function raise() {
    keeper.promote(keeper.here);
    announce(t("study.promoted"));
  }

  function take() {
    const { text } = keeper.here;
    if (!keeper.here.parent) return;
    keeper.remove(keeper.here);
    announce(t("study.deleted", { move: text }));
  }

  function draw() {
    const { here, study } = keeper;
    if (!here) return;
    const number = study.pathOf(here).length;
    write(label, here.parent ? t("study.comment.move", { number, move: here.text }) : t("study.comment.start"));
    if (node !== here || words.value !== here.comment) words.value = here.comment;
    node = here;
    promote.toggleAttribute("disabled", study.branchOf(here) === null);
    remove.toggleAttribute("disabled", !here.parent);
  }

  return { draw };
}
