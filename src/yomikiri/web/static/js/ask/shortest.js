/**
 * "Shortest from here": the two bounds on the length of a shortest solution, closing in live.
 *
 * The search goes on until they meet, the time is over or it is cancelled; whatever is known by then stays true and is
 * kept on show until the position changes.
 */

import { languages, t } from "../i18n.js";
import { presence } from "../presence.js";
import { announce } from "../view.js";
import { between } from "./amounts.js";
import { boundsChart, chart } from "./chart.js";
import { button, h, shown, write } from "./dom.js";
import { run } from "./jobs.js";
import { waiting } from "./queue.js";
import { fromAnswer, learn, lookup, spreadBack } from "./verdicts.js";

const SECONDS = 120;
/** Seconds of search that make no picture. */
const SHORT = 0.3;

/** @param {HTMLElement} element @param {{store: EventTarget, watch: (moves: string[]) => void}} context */
export function mountShortest(element, { store, watch }) {
  let job = null;

  const start = button({
    id: "shortest",
    text: "shortest",
    path: "M4 18c4 0 4-12 8-12s3 6 8 6M17 9l3 3-3 3",
    onclick: () => begin(),
  });
  const room = h("input", { type: "text", id: "within", class: "within-room", placeholder: "0", autocomplete: "off", spellcheck: "false", maxlength: 9 });
  const within = h("label", { class: "within", for: "within", "data-i18n-title": "within.help" }, h("span", { i18n: "within" }), room);
  room.addEventListener("keydown", (event) => event.key === "Enter" && begin());
  const figure = h("output", { class: "bounds-figure", id: "shortest-figure" });
  const note = h("p", { class: "bounds-note", id: "shortest-note" });
  const drawing = chart("bounds-chart", 116);
  const cancel = button({ id: "shortest-cancel", text: "cancel", className: "button small", onclick: () => job?.cancel() });
  const show = button({ id: "shortest-watch", text: "verdict.watch", path: "M8 5.5v13l11-6.5z", className: "button small", onclick: () => watch(job.answer.moves) });
  const legend = h(
    "p",
    { class: "legend" },
    h("span", { class: "key upper", "aria-hidden": "true" }),
    h("span", { i18n: "shortest.upper" }),
    h("span", { class: "key lower", "aria-hidden": "true" }),
    h("span", { i18n: "shortest.lower" }),
  );
  const box = h(
    "div",
    { class: "shortest-box", id: "shortest-box", hidden: true },
    h("div", { class: "bounds-head" }, h("h4", { class: "bounds-title", i18n: "shortest" }), figure),
    drawing,
    legend,
    h("div", { class: "bounds-foot" }, note, cancel, show),
  );
  element.append(box);

  function clear() {
    job?.drop();
    job = null;
    start.removeAttribute("aria-busy");
    shown(box, false);
  }

  function begin() {
    const { setup, moves, state } = store;
    if (!state || job?.active) return;
    clear();
    start.setAttribute("aria-busy", "true");
    job = run(
      { what: "shortest", setup, moves, seconds: SECONDS, ...(room.value.trim() ? { within: room.value.trim() } : {}) },
      { progress: draw, settled: (ended) => settled(ended, setup, moves), upper: lookup(setup, moves)?.line?.length ?? null },
    );
    draw();
  }

  function settled(ended, setup, moves) {
    const { answer } = ended;
    if (answer?.verdict === "won" || answer?.verdict === "lost") {
      const verdict = learn(setup, moves, fromAnswer(answer));
      spreadBack(setup, moves, verdict);
    }
    if (ended !== job) return;
    start.removeAttribute("aria-busy");
    draw();
    announce(`${t("shortest")}: ${figure.textContent}. ${note.textContent}`);
  }

  function bounds() {
    const { latest, answer, samples } = job;
    const from = (name) => answer?.[name] ?? latest?.[name] ?? samples.at(-1)?.[name] ?? null;
    const length = answer?.moves ? answer.length : null;
    if (answer?.proved_shortest) return { lower: length, upper: length };
    return { lower: from("lower"), upper: length ?? from("upper") };
  }

  function draw() {
    if (!shown(box, job !== null)) return;
    const { lower, upper } = bounds();
    const lost = job.answer?.verdict === "lost";
    write(figure, lost ? t("shortest.none") : between(lower, upper));
    write(note, remark(lower, upper));
    shown(cancel, job.active);
    shown(show, Boolean(job.answer?.moves?.length));
    const told = job.samples.filter((sample) => sample.lower !== null || sample.upper !== null);
    const charted = told.length > 2 && told.at(-1).seconds - told[0].seconds > SHORT;
    shown(drawing, charted);
    shown(legend, charted);
    if (!drawing.hasAttribute("hidden")) boundsChart(drawing, job.samples);
    drawing.setAttribute("aria-label", t("shortest.chart", { bounds: between(lower, upper) }));
  }

  function remark(lower, upper) {
    const { answer, phase, message } = job;
    if (phase === "queued") return waiting(job);
    if (phase === "running") return lower !== null && upper !== null ? t("shortest.gap", { n: upper - lower }) : t("shortest.searching");
    if (!answer) return message || t("ask.lost-connection");
    if (answer.verdict === "lost") return t("shortest.lost");
    if (answer.proved_shortest) return t("shortest.proved");
    if (answer.within && answer.outcome === "SOLVED") return t("within.proved", { lower: answer.lower, within: withinWords(answer.within) });
    return t(answer.verdict === "cancelled" ? "shortest.cancelled" : "shortest.open");
  }

  store.addEventListener("change", clear);
  presence.addEventListener("back", () => job?.lost && clear());
  languages.addEventListener("change", draw);
  return { button: start, field: within };
}

/** The room that was asked for, in words: moves, or a part. */
function withinWords(text) {
  return /^\d+$/.test(text) ? t("within.moves", { n: Number(text) }) : text.replace("%", " %");
}
