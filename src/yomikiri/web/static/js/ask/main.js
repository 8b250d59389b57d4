/**
 * Asking: everything beside the table that the solver answers.
 *
 * `mount` fills the panel of questions and, in the sections of the page made for them, the verdict and the live view of a search.
 * Solutions are played on the board itself, as lines of the study.
 */

import { translate } from "../i18n.js";
import { h } from "./dom.js";
import { mountEngineLine } from "./engine-line.js";
import { mountHint } from "./hint.js";
import { mountInsight } from "./insight.js";
import { mountLive } from "./live.js";
import { mountSense } from "./sense.js";
import { mountShortest } from "./shortest.js";
import { mountSolve } from "./solve.js";
import { mountVerdict } from "./verdict.js";

/**
 * @param {HTMLElement} element the section of questions
 * @param {{store: EventTarget, board: object}} context `board` is the one that is played on: hints and marks are drawn there
 */
export function mount(element, { store, board }) {
  const liveView = document.getElementById("live");
  const verdictView = document.getElementById("verdict-view");
  /** Put a solution after the position on the table and play it there. */
  const watch = async (line) => {
    store.dispatchEvent(new Event("hinted"));
    if (!(await store.go(store.moves, line))) return;
    document.getElementById("board-area").scrollIntoView({ block: "nearest" });
    store.request("watch");
  };
  const context = { store, board, watch };

  const verdictMore = h("div", { class: "ask-verdict" });
  const actions = h("div", { class: "ask-actions", role: "group", label: "ask.actions" });
  const results = h("div", { class: "ask-results" });
  const insight = h("div", { class: "ask-insight" });
  element.classList.add("panel", "ask");
  element.append(verdictMore, actions, results, insight);

  const parts = [mountHint, mountSolve, mountShortest].map((part) => part(results, context));
  const buttons = parts.map(({ button }) => button);
  actions.append(...buttons, ...parts.map(({ field }) => field).filter(Boolean));
  mountSense(actions, buttons, context);
  const { row } = mountVerdict(verdictView, verdictMore, context);
  mountEngineLine(verdictMore, row, context);
  mountInsight(insight, context);
  mountLive(liveView);
  for (const part of [verdictView, element, liveView]) translate(part);
}
