/**
 * Puzzles from one's own game: positions that an analysis has found to have only one move that wins.
 *
 * The table goes to the position, what follows is not shown, and the next move is the answer: every other is proved to lose.  Moves
 * that were tried stay in the study as variations, with that mark.
 */

import { languages, t } from "../i18n.js";
import { announce } from "../view.js";
import { button, h, shown, write } from "../ask/dom.js";
import { keeper } from "./keeper.js";

const PATH = "M9 4h3a2 2 0 1 1 4 0h3v5a2 2 0 1 0 0 4v6H5V4z";

/** @param {HTMLElement} element @param {{store: object}} context @returns {{button: HTMLElement, draw: () => void}} */
export function mountPuzzles(element, { store }) {
  /** The answers, in the order of the game. @type {import("./tree.js").Node[]} */
  let answers = [];
  let at = -1;
  /** "ask", "right" or "wrong"; "none" where there is nothing to ask. */
  let phase = "ask";

  const open = button({ id: "puzzle", text: "puzzle", path: PATH, className: "button small", onclick: () => begin() });
  const words = h("p", { class: "puzzle-words", id: "puzzle-words" });
  const next = button({ id: "puzzle-next", text: "puzzle.next", className: "button small primary", onclick: () => pose(at + 1) });
  const leave = button({ id: "puzzle-leave", text: "puzzle.leave", className: "button small", onclick: () => end(true) });
  const box = h("div", { class: "puzzle-box", id: "puzzle-box", hidden: true }, words, h("div", { class: "study-tools" }, next, leave));
  element.append(box);

  const isOn = () => at >= 0;
  const found = () => (keeper.study ? [...keeper.study.nodes()].filter(({ mark }) => mark === "only") : []);
  const isPast = (moves) => JSON.stringify(store.moves) === JSON.stringify(moves);

  /** Where there is no choice, there is no puzzle. */
  async function begin() {
    const chosen = [];
    for (const node of found()) {
      const { legal } = await store.look(keeper.study.pathOf(node.parent));
      if (legal.length > 1) chosen.push(node);
    }
    answers = chosen;
    if (answers.length > 0) return pose(0);
    phase = "none";
    draw();
    return announce(words.textContent);
  }

  async function pose(index) {
    phase = "ask";
    at = index;
    document.documentElement.dataset.puzzle = "on";
    await store.go(keeper.study.pathOf(answers[at].parent), []);
    draw();
    document.querySelector(".table").scrollIntoView({ block: "nearest" });
    announce(words.textContent);
  }

  /** Back to the analysis, with the rest of the line in sight. */
  function end(isBack) {
    const node = answers[at];
    at = -1;
    phase = "ask";
    delete document.documentElement.dataset.puzzle;
    draw();
    if (isBack && node) keeper.go(node);
  }

  function played() {
    const answer = answers[at];
    const tried = keeper.here;
    if (tried === answer) phase = "right";
    else {
      phase = "wrong";
      Object.assign(tried, { mark: "loses", judged: { verdict: "lost", length: null, shortest: false } });
      keeper.changed();
      store.go(keeper.study.pathOf(answer.parent), []);
    }
    draw();
    announce(words.textContent);
  }

  function draw() {
    const count = found().length;
    open.toggleAttribute("disabled", count === 0);
    if (!shown(box, isOn() || phase === "none")) return;
    write(words, t(`puzzle.${phase}`, { at: at + 1, of: answers.length }));
    shown(next, phase === "right" && at + 1 < answers.length);
  }

  store.addEventListener("change", ({ detail }) => {
    if (phase === "none") end(false);
    if (!isOn()) return;
    const before = keeper.study.pathOf(answers[at].parent);
    if (detail.kind === "start") end(false);
    else if (phase !== "right" && detail.kind === "play" && keeper.here.parent === answers[at].parent) played();
    else if (phase !== "right" && !isPast(before)) end(false);
  });
  languages.addEventListener("change", draw);
  return { button: open, draw };
}
