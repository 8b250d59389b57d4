/** Marks for people: a sign beside the move, and words for those who hear it. */

import { t } from "../i18n.js";
import { h } from "../ask/dom.js";

const SIGNS = { only: "□", best: "★", wins: "✓", loses: "??" };

/** The sign of a mark, as an element; null for none. @param {string|null} mark */
export function markSign(mark) {
  return mark && h("span", { class: `mark mark-${mark}`, "aria-hidden": "true" }, SIGNS[mark]);
}

/** The words of a mark. @param {string} mark */
export function markWords(mark) {
  return t(`study.mark.${mark}`);
}

/** What is known of a position. @param {import("./tree.js").Judged} judged */
export function judgedWords({ verdict, length, shortest }) {
  if (verdict !== "won" || length === null) return t(`study.judged.${verdict}`);
  return t(shortest ? "study.judged.exact" : "study.judged.most", { n: length });
}
