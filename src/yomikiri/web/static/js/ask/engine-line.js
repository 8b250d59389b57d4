/**
 * The engine's line, under the verdict: the best solution that is known from here, with what is proved of its length, live
 * while a search goes on.  A click on a move goes there on the board, along the line.
 *
 * It is shown only to those who want it, for it gives the solution away; then an arrow on the board shows its next move.
 */

import { setting, settings, choose } from "../game/settings.js";
import { languages, t } from "../i18n.js";
import { between } from "./amounts.js";
import { button, h, shown, write } from "./dom.js";
import { jobs, run, running } from "./jobs.js";
import { fromAnswer, knowledge, learn, lookup, spreadBack } from "./verdicts.js";

const SECONDS = 20;
const PATH = "M4 12h13M13 7l5 5-5 5M4 6v12";

/**
 * @param {HTMLElement} element where the line goes @param {HTMLElement} row where its switch goes
 * @param {{store: EventTarget, board: object}} context
 */
export function mountEngineLine(element, row, { store, board }) {
  let drawn = null;
  let arrow = false;
  let frame = 0;
  let job = null;

  const toggle = button({ id: "engine-toggle", text: "engine", path: PATH, className: "button small switch", "data-i18n-title": "engine.help", onclick: () => choose("engine", isOn() ? "hidden" : "shown") });
  toggle.querySelector("span").dataset.i18nWords = "engine";
  const figure = h("output", { class: "engine-bounds", id: "engine-bounds" });
  const note = h("span", { class: "engine-note", id: "engine-note" });
  const list = h("ol", { class: "engine-moves", id: "engine-moves", label: "engine.moves", tabindex: 0 });
  const box = h("div", { class: "engine-line", id: "engine-line", hidden: true }, h("p", { class: "engine-head" }, figure, " ", note), list);
  row.prepend(toggle);
  element.append(box);

  const isOn = () => setting("engine") === "shown";

  list.addEventListener("click", (event) => {
    const clicked = event.target.closest("[data-step]");
    if (!clicked || !drawn) return;
    const step = Number(clicked.dataset.step);
    store.go([...store.moves, ...drawn.slice(0, step)], drawn.slice(step));
  });

  /** Whether a search is about the position on the table. */
  function isHere({ question }) {
    return question.setup === store.setup && (question.moves === store.moves || JSON.stringify(question.moves) === JSON.stringify(store.moves));
  }

  /** The lower bound that a search is at; one that has ended with a proof is in the verdict. */
  function lowerBound() {
    const told = [...running].filter(isHere).map(({ latest }) => latest?.lower ?? 0);
    return Math.max(0, ...told);
  }

  function draw() {
    frame = 0;
    toggle.setAttribute("aria-pressed", String(isOn()));
    if (!shown(box, isOn() && store.state !== null)) return wipe();
    const known = store.state.won ? { verdict: "won", line: [], shortest: true } : lookup(store.setup, store.moves);
    const line = known?.verdict === "won" ? known.line : null;
    drawFigure(known, line);
    drawMoves(line);
    drawArrow(line);
    if (line?.length > 0) store.dispatchEvent(new Event("hinted"));
    if (known?.verdict === "won" && !line) seek();
    return undefined;
  }

  function drawFigure(known, line) {
    if (known?.verdict === "lost") {
      write(figure, "–");
      return write(note, t("engine.lost"));
    }
    const length = line?.length ?? null;
    const lower = known?.shortest ? length : Math.max(lowerBound(), known?.answer?.lower ?? 0);
    write(figure, between(lower || null, length));
    if (line === null) return write(note, t([...running].some(isHere) ? "engine.searching" : "engine.none"));
    return write(note, t(known.shortest ? "engine.proved" : "engine.known", { n: length }));
  }

  function drawMoves(line) {
    if (JSON.stringify(line) === JSON.stringify(drawn)) return;
    drawn = line;
    list.replaceChildren(...(line ?? []).map((text, index) => h("li", {}, h("button", { type: "button", "data-step": index + 1 }, text))));
    list.scrollTop = 0;
  }

  function drawArrow(line) {
    const move = line && store.state.legal.find(({ text }) => text === line[0]);
    if (move?.to) {
      board?.arrow?.(String(move.cards[0]), move.to);
      arrow = true;
    } else wipe();
  }

  function wipe() {
    if (arrow) board?.arrow?.(null);
    arrow = false;
  }

  /** A position that a theorem says can be won has no line yet. */
  function seek() {
    const { setup, moves } = store;
    if (job?.active && isHere(job)) return;
    job?.drop();
    job = run(
      { what: "solve", setup, moves, seconds: SECONDS },
      {
        quiet: true,
        settled({ answer }) {
          if (!answer?.moves) return;
          spreadBack(setup, moves, learn(setup, moves, fromAnswer(answer)));
        },
      },
    );
  }

  function later() {
    frame ||= window.requestAnimationFrame(draw);
  }

  store.addEventListener("change", () => {
    if (job && !isHere(job)) job.drop();
    arrow = false; // The board has wiped it.
    later();
  });
  jobs.addEventListener("change", later);
  knowledge.addEventListener("change", later);
  settings.addEventListener("change", ({ detail }) => detail.name === "engine" && draw());
  languages.addEventListener("change", draw);
  draw();
}
