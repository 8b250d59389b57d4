/** "Analyse game": the button, how far it is, the graph that it draws, and what it found in a sentence. */

import { languages, reserve, t } from "../i18n.js";
import { presence } from "../presence.js";
import { announce } from "../view.js";
import { button, h, shown, write } from "../ask/dom.js";
import { Analysis } from "./analysis.js";
import { Graph } from "./graph.js";
import { keeper } from "./keeper.js";

const PATH = "M4 19V5M4 19h16M7 15l4-5 3 3 5-7";

/**
 * @param {HTMLElement} element where the graph goes @param {{store: object}} context
 * @returns {{button: HTMLElement, draw: () => void}}
 */
export function mountAnalyse(element, { store }) {
  let analysis = null;
  /** The sentence on show: a key of the dictionaries and its parameters. */
  let said = null;

  const start = button({ id: "analyse", text: "analyse", path: PATH, className: "button small", onclick: () => (analysis ? stop() : begin()) });
  const label = start.querySelector("span");
  const graph = new Graph((count) => keeper.go(keeper.line[count]));
  const bar = h("progress", { id: "analyse-progress", class: "analyse-progress", label: "analyse.progress.label", hidden: true });
  const note = h("p", { class: "analyse-note", id: "analyse-note", hidden: true });
  element.append(bar, note, graph.element);

  async function begin() {
    const { setup } = store;
    const nodes = keeper.line;
    const mine = new Analysis(store);
    analysis = mine;
    said = null;
    draw();
    const isWhole = await mine.go(setup, nodes, () => {
      if (analysis !== mine) return;
      keeper.changed();
      draw();
    });
    if (analysis !== mine) return;
    analysis = null;
    if (mine.failure !== null) said = { key: mine.failure ? "hint.error" : "ask.lost-connection", params: { message: mine.failure } };
    else said = isWhole ? summary(nodes) : { key: "analyse.stopped", params: { done: mine.done, of: mine.of } };
    draw();
    announce(note.textContent);
  }

  function stop() {
    analysis?.stop();
  }

  /** What is most worth saying of a whole game. */
  function summary(nodes) {
    const lost = nodes.findIndex(({ mark }) => mark === "loses");
    if (lost > 0) return { key: "analyse.lost", params: { number: lost, move: nodes[lost].text } };
    if (nodes[0].judged.verdict === "lost") return { key: "analyse.never", params: {} };
    const count = (mark) => nodes.filter((node) => node.mark === mark).length;
    if (nodes.some(({ judged }) => judged.verdict === "open")) return { key: "analyse.open", params: {} };
    return { key: "analyse.clean", params: { n: nodes.length - 1, only: count("only"), best: count("best") } };
  }

  function draw() {
    const words = [t("analyse"), t("cancel")];
    reserve(label, words);
    write(label, words[analysis ? 1 : 0]);
    start.setAttribute("aria-busy", String(analysis !== null));
    start.toggleAttribute("disabled", store.moves.length + store.future.length === 0 && !analysis);
    if (shown(bar, analysis !== null)) {
      bar.max = analysis.of;
      bar.value = analysis.done;
      said = { key: "analyse.progress", params: { done: analysis.done, of: analysis.of } };
    }
    if (shown(note, said !== null)) write(note, t(said.key, said.params));
    if (!keeper.study) return;
    const nodes = keeper.line;
    if (shown(graph.element, nodes.length > 1 && nodes.some(({ judged }) => judged))) graph.draw(nodes, nodes.indexOf(keeper.here));
  }

  store.addEventListener("change", ({ detail }) => {
    if (detail.kind !== "start") return;
    // Another game: what is being found belongs to one that is gone.
    stop();
    analysis = null;
    said = null;
    draw();
  });
  presence.addEventListener("back", () => {
    if (said?.key !== "ask.lost-connection") return;
    said = null;
    draw();
  });
  languages.addEventListener("change", draw);
  window.addEventListener("resize", draw);
  return { button: start, draw };
}
