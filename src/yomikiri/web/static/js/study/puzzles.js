/**
 * Puzzles: positions in which only one move wins, of one's own game, where an analysis has found them, or made of a deal by the engine.
 *
 * The table goes to the position, what follows is not shown, and the next move is the answer: every other is proved to lose.  Moves
 * that were tried stay in the study as variations, with that mark.  From a puzzle that was made a button leads back to the game before.
 */

import { session } from "../game/session.js";
import { keyOf } from "../game/shelf.js";
import { languages, reserve, t } from "../i18n.js";
import { troubleOf, wordsOf } from "../notice.js";
import { catalogue } from "../titles.js";
import { announce } from "../view.js";
import { button, h, shown, write } from "../ask/dom.js";
import { keeper } from "./keeper.js";
import { Riddles } from "./riddles.js";

const MADE = "M9 18h6M10 21h4M8.5 14.5a5.5 5.5 0 1 1 7 0c-.6.5-.8 1-.8 1.5h-5.4c0-.5-.2-1-.8-1.5Z";
const PATH = "M9 4h3a2 2 0 1 1 4 0h3v5a2 2 0 1 0 0 4v6H5V4z";

/** @param {HTMLElement} element @param {{store: object, dealer: object}} context @returns {{buttons: HTMLElement[], draw: () => void}} */
export function mountPuzzles(element, { store, dealer }) {
  /** The answers, in the order of the game. @type {import("./tree.js").Node[]} */
  let answers = [];
  let at = -1;
  /** "ask", "right" or "wrong"; "none" where there is nothing to ask; "seek" while a puzzle is made, "dry" if none could be. */
  let phase = "ask";
  /** Of a puzzle that was made: what was on the table before. @type {{setup: object, moves: string[], future: string[]}|null} */
  let before = null;
  /** @type {Riddles|null} */
  let riddles = null;
  let failure = null;
  /** Deals whose puzzle has been posed. */
  const posed = new Set();

  const open = button({ id: "puzzle", text: "puzzle", path: PATH, className: "button small", onclick: () => begin() });
  const words = h("p", { class: "puzzle-words", id: "puzzle-words" });
  const make = button({ id: "puzzle-new", text: "puzzle.new", path: MADE, className: "button small", onclick: () => (riddles ? end(true) : seek()) });
  const next = button({ id: "puzzle-next", text: "puzzle.next", className: "button small primary", onclick: () => (before ? seek() : pose(at + 1)) });
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

  /** Have a puzzle made of the deal on the table, if nothing was played there, or of another. */
  async function seek() {
    const { setup, moves, future } = store;
    before ??= { setup, moves, future };
    const mine = new Riddles(store);
    riddles = mine;
    at = -1;
    phase = "seek";
    delete document.documentElement.dataset.puzzle;
    draw();
    announce(words.textContent);
    const found = await mine.next({ setup, isFresh: moves.length + future.length === 0 && !posed.has(keyOf(setup)) });
    if (riddles !== mine) return undefined;
    riddles = null;
    failure = found?.failure ?? null;
    if (!found?.answer) {
      phase = "dry";
      draw();
      return announce(words.textContent);
    }
    phase = "ask";
    posed.add(keyOf(found.setup));
    const { state } = await dealer.start(found.setup, found.moves);
    if (!state) return end(true);
    session.give();
    const answer = keeper.study.next(keeper.here, found.answer);
    Object.assign(answer, { mark: "only", judged: { verdict: "won", length: null, shortest: false } });
    answers = [answer];
    keeper.changed();
    return pose(0);
  }

  async function pose(index) {
    phase = "ask";
    at = index;
    document.documentElement.dataset.puzzle = "on";
    await store.go(keeper.study.pathOf(answers[at].parent), []);
    draw();
    document.querySelector(".table").scrollIntoView({ block: "nearest" });
    document.getElementById("board-area").scrollIntoView({ block: "nearest" });
    announce(words.textContent);
  }

  /** Back to the analysis, with the rest of the line in sight; or to the game that was on the table before. */
  function end(isBack) {
    const node = answers[at];
    const game = before;
    riddles?.stop();
    riddles = null;
    before = null;
    at = -1;
    phase = "ask";
    delete document.documentElement.dataset.puzzle;
    draw();
    if (!isBack) return;
    if (game === null) node && keeper.go(node);
    else if (game.setup !== store.setup) dealer.start(game.setup, game.moves, game.future);
    else if (node) store.go(game.moves, game.future);
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
    shown(make, catalogue.get(store.setup?.game)?.reversible === false);
    make.setAttribute("aria-busy", String(riddles !== null));
    const label = make.querySelector("span");
    reserve(label, [t("puzzle.new"), t("stop")]);
    label.dataset.i18n = riddles ? "stop" : "puzzle.new";
    write(label, t(label.dataset.i18n));
    if (!shown(box, isOn() || ["none", "seek", "dry"].includes(phase))) return;
    if (phase === "dry" && failure !== null) write(words, wordsOf(troubleOf({ message: failure })));
    else write(words, t(phase === "ask" && before ? "puzzle.ask.made" : `puzzle.${phase}`, { at: at + 1, of: answers.length }));
    shown(next, phase === "right" && (before !== null || at + 1 < answers.length));
    const back = leave.querySelector("span");
    back.dataset.i18n = phase === "seek" ? "stop" : before ? "puzzle.back" : "puzzle.leave";
    write(back, t(back.dataset.i18n));
  }

  store.addEventListener("change", ({ detail }) => {
    if (["none", "seek", "dry"].includes(phase)) end(false);
    if (!isOn()) return;
    const asked = keeper.study.pathOf(answers[at].parent);
    if (detail.kind === "start") end(false);
    else if (phase !== "right" && detail.kind === "play" && keeper.here.parent === answers[at].parent) played();
    else if (phase !== "right" && !isPast(asked)) end(false);
  });
  languages.addEventListener("change", draw);
  return { buttons: [open, make], draw };
}
