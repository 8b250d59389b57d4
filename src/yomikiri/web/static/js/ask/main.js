/**
 * Asking and watching: everything beside the table.
 *
 * `mount` fills the panel of questions and, in the sections of the page made for them, the live view of a search and the
 * playback of a solution.
 */

import { translate } from "../i18n.js";
import { button, h } from "./dom.js";
import { mountHint } from "./hint.js";
import { mountInsight } from "./insight.js";
import { mountLive } from "./live.js";
import { mountPlayback } from "./playback.js";
import { mountShortest } from "./shortest.js";
import { mountSolve } from "./solve.js";
import { mountVerdict } from "./verdict.js";

/**
 * @param {HTMLElement} element the section of questions
 * @param {{store: EventTarget, board: object, live?: HTMLElement, playback?: HTMLElement}} context `board` is the one that is
 *        played on: hints and marks are drawn there
 */
export function mount(element, { store, board, live, playback }) {
  const liveView = live ?? document.getElementById("live");
  const playbackView = playback ?? document.getElementById("playback");
  // What is watched stays where it is when a search comes and goes.
  playbackView.after(liveView);
  const player = mountPlayback(playbackView, { store });
  const context = { store, board, watch: (moves) => player.watch(store.setup, store.moves, moves) };

  const verdictBox = h("div", { class: "ask-verdict" });
  const actions = h("div", { class: "ask-actions", role: "group", label: "ask.actions" });
  const results = h("div", { class: "ask-results" });
  const insight = h("div", { class: "ask-insight" });
  element.classList.add("panel", "ask");
  element.append(verdictBox, actions, results, insight);

  mountVerdict(verdictBox, context);
  const hint = mountHint(results, context);
  const solve = mountSolve(results, context);
  const shortest = mountShortest(results, context);
  const replay = button({ id: "replay", text: "replay", path: "M5 5v5h5M5.6 15A7.5 7.5 0 1 0 6 8.5L5 10", onclick: () => player.watch(store.setup, [], [...store.moves, ...store.future]) });
  const count = () => replay.toggleAttribute("disabled", store.moves.length + store.future.length === 0);
  store.addEventListener("change", count);
  count();
  actions.append(hint.button, solve.button, shortest.button, replay);
  mountInsight(insight, context);
  mountLive(liveView);
  translate(element);
  translate(liveView);
  translate(playbackView);
}
