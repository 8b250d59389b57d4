/**
 * "Can I still win?", asked in the background after every change of the line.
 *
 * The question waits a moment, so that a quick player does not flood the solver, and a new position takes the question
 * about the old one back.  What the line already tells is not asked (see verdicts.js).  Players may have it wait until they ask, or
 * never hear it (see ../game/settings.js): then nothing is searched.  What is shown is told by the store's event `verdict`.
 */

import { setting, settings } from "../game/settings.js";
import { languages, number, said, t } from "../i18n.js";
import { presence } from "../presence.js";
import { count, seconds } from "./amounts.js";
import { button, h, icon, shown, write } from "./dom.js";
import { save } from "./exports.js";
import { run } from "./jobs.js";
import { findLoss } from "./loss.js";
import { waiting } from "./queue.js";
import { fromAnswer, knowledge, learn, lookup, spreadBack } from "./verdicts.js";

const PAUSE = 180;
const FIRST_SECONDS = 10;
const LONGER = 6;

const ICONS = {
  won: "m5 12.5 4.5 4.5L19 7.5",
  lost: "m7 7 10 10M17 7 7 17",
  open: "M9 9.2A3 3 0 1 1 12.6 12c-.5.3-.6.7-.6 1.5M12 17v.01",
  thinking: "M12 6.5V12l3.5 2",
  hidden: "M9 9.2A3 3 0 1 1 12.6 12c-.5.3-.6.7-.6 1.5M12 17v.01",
};

const SEAL = "M12 3.5l2.2 1.6 2.7-.1.8 2.6 2.2 1.6-.9 2.5.9 2.5-2.2 1.6-.8 2.6-2.7-.1L12 20.5M8 12l3 3 5-6";

const CLOCK = "M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z";

/**
 * @param {HTMLElement} element beside the board, for the verdict
 * @param {HTMLElement} more for what belongs to it: the proof, and the move that threw the win away
 * @param {{store: EventTarget, watch: (moves: string[]) => void}} context `watch` plays a solution
 * @returns {{row: HTMLElement}} a row of switches
 */
export function mountVerdict(element, more, { store, watch }) {
  let shownVerdict = { state: "idle" };
  let job = null;
  let timer = 0;
  let loss = null;

  const badge = h("span", { class: "verdict-badge", "aria-hidden": "true" });
  const heard = h("span", { class: "unseen", role: "status" });
  const word = h("strong", { class: "verdict-word", id: "verdict-word" });
  const detail = h("span", { class: "verdict-detail", id: "verdict-detail" });
  const bar = h("div", { class: "thinking-bar idle", "aria-hidden": "true" }, h("span"));
  const watchButton = button({ id: "verdict-watch", text: "verdict.watch", path: "M8 5.5v13l11-6.5z", className: "button small" });
  const longerButton = button({ id: "verdict-longer", text: "verdict.longer", path: CLOCK, className: "button small" });
  const revealButton = button({ id: "verdict-reveal", text: "verdict.reveal", className: "button small", onclick: () => reveal(0) });
  const proofButton = button({ id: "verdict-certificate", text: "verdict.certificate", path: SEAL, className: "button small", "data-i18n-title": "verdict.certificate.help" });
  const proofNote = h("p", { class: "export-note", id: "certificate-note", "aria-live": "polite", hidden: true });
  // A row of its own that is always there, so that nothing moves when a verdict comes.
  const proof = h("div", { class: "verdict-proof" }, proofButton, proofNote);
  const warningText = h("p", { class: "warning-text", id: "loss-text" });
  const backButton = button({ id: "take-back", text: "loss.back", path: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1", className: "button primary small" });
  const warning = h("div", { class: "loss", id: "loss", role: "alert", hidden: true }, warningText, backButton);
  const box = h(
    "div",
    { class: "verdict", id: "verdict", "data-verdict": "idle" },
    badge,
    h("p", { class: "verdict-words" }, word, " ", detail),
    watchButton,
    longerButton,
    revealButton,
  );
  element.classList.add("ask-verdict");
  element.append(heard, h("h3", { class: "panel-title verdict-title", i18n: "verdict.title" }), box, bar);
  more.append(warning, proof);

  watchButton.addEventListener("click", () => shownVerdict.line && watch(shownVerdict.line));
  longerButton.addEventListener("click", () => askNow((job?.question.seconds ?? FIRST_SECONDS) * LONGER));
  proofButton.addEventListener("click", () => {
    const { setup, moves } = store;
    save({ setup, moves, format: "certificate" }, proofButton, (key, params) => {
      // What was saved for another position is no news here.
      if (setup === store.setup && moves === store.moves && shown(proofNote, true)) write(proofNote, t(key, params));
    });
  });
  backButton.addEventListener("click", () => {
    if (loss === null) return;
    if (loss.after === store.moves.length - 1) store.undo();
    else store.jump(loss.after);
  });

  function show(verdict) {
    const before = shownVerdict;
    shownVerdict = verdict;
    const { state } = verdict;
    box.dataset.verdict = state;
    store.dispatchEvent(new CustomEvent("verdict", { detail: { state } }));
    badge.replaceChildren(icon(ICONS[state === "solved" ? "won" : state] ?? ICONS.thinking));
    write(word, t(`verdict.${state}`));
    write(detail, details(verdict));
    bar.classList.toggle("idle", state !== "thinking");
    shown(watchButton, state === "won" && verdict.line?.length > 0);
    shown(longerButton, state === "open");
    shown(revealButton, state === "hidden");
    shown(proofButton, state === "lost" || (state === "won" && verdict.line?.length > 0));
    shown(proofNote, false);
    // Only verdicts are read aloud, not the figures on the way to them; the table says what was played.
    if (before.lost) write(heard, "");
    if (state === "hidden") write(heard, "");
    else if (state !== "thinking") write(heard, `${word.textContent} ${detail.textContent}`);
  }

  function details({ state, line, why, answer, since, lost }) {
    if (state === "thinking") {
      const told = job?.latest;
      if (!told) return job?.place > 0 ? waiting(job) : "";
      return t("verdict.progress", { expanded: count(told.expanded), seconds: seconds(told.seconds) });
    }
    if (state === "open") {
      if (lost) return t("ask.lost-connection");
      if (answer?.message) return said(answer.message);
      return answer?.seconds !== undefined ? t("verdict.undecided", { expanded: count(answer.expanded), seconds: seconds(answer.seconds) }) : t("verdict.no-answer");
    }
    if (state === "won") return line ? t("verdict.line", { n: line.length }) : t("verdict.winnable");
    if (state !== "lost") return "";
    if (since !== undefined && since < store.moves.length) return t("verdict.lost-since", { n: since });
    const reason = why ?? answer?.reason;
    if (reason) return t("verdict.reason", { why: reason.replace(/\.$/, "") });
    const searched = answer?.expanded;
    const bound = answer?.error_bound > 0 ? ` ${t("verdict.proof-bound", { bound: answer.error_bound.toExponential(0) })}` : "";
    return (searched ? t("verdict.proof", { n: searched, expanded: number(searched) }) : t("verdict.proof-short")) + bound;
  }

  function settle(verdict) {
    show({ ...verdict, state: verdict.verdict });
    if (verdict.verdict === "won") spreadBack(store.setup, store.moves, verdict);
    if (verdict.verdict === "lost") explainLoss();
  }

  // -- where the win was thrown away ----------------------------------------------------------------

  let search = null;

  function explainLoss() {
    const { setup, moves } = store;
    search?.stop();
    search = findLoss(setup, moves, (found) => {
      if (setup !== store.setup || moves !== store.moves) return;
      loss = found;
      showLoss();
    });
  }

  function showLoss() {
    const visible = loss !== null && loss.after !== null;
    const start = loss !== null && loss.after === null && store.moves.length > 0;
    shown(warning, visible || start);
    shown(backButton, visible);
    warning.classList.toggle("just-now", visible && loss.after === store.moves.length - 1);
    if (start) write(warningText, t("loss.start"));
    if (!visible) return;
    const last = loss.after === store.moves.length - 1;
    const move = store.moves[loss.after];
    write(warningText, last ? t("loss.last", { move }) : t("loss.earlier", { number: loss.after + 1, move }));
    backButton.querySelector("span").dataset.i18n = last ? "loss.back" : "loss.jump";
    write(backButton.querySelector("span"), t(last ? "loss.back" : "loss.jump"));
  }

  // -- asking ------------------------------------------------------------------------------------------

  function stop() {
    window.clearTimeout(timer);
    job?.drop();
    job = null;
    search?.stop();
    search = null;
    loss = null;
    shown(warning, false);
  }

  function askNow(limit = FIRST_SECONDS) {
    const { setup, moves } = store;
    job?.drop();
    show({ state: "thinking" });
    job = run(
      { what: "win", setup, moves, seconds: limit },
      {
        progress: () => show({ state: "thinking" }),
        settled(ended) {
          const verdict = ended.answer ? fromAnswer(ended.answer) : { verdict: "open", line: null, answer: null };
          if (ended.answer) learn(setup, moves, verdict);
          if (job !== ended) return;
          if (ended.answer) settle(verdict);
          else show({ state: "open", answer: { message: ended.message }, lost: !ended.message });
        },
      },
    );
  }

  function changed() {
    stop();
    const { state, setup, moves } = store;
    if (!state) return;
    if (state.won) {
      const verdict = learn(setup, moves, { verdict: "won", line: [], shortest: true, proof: null, answer: null });
      spreadBack(setup, moves, verdict);
      show({ state: "solved" });
      return;
    }
    if (state.why_lost) learn(setup, moves, { verdict: "lost", line: null, shortest: false, proof: "rules", why: state.why_lost, answer: null });
    if (setting("verdict") === "always") reveal(PAUSE);
    else show({ state: "hidden" });
  }

  /** Say what is known of the position, or ask after a pause. */
  function reveal(pause) {
    const known = lookup(store.setup, store.moves);
    if (known && known.verdict !== "open") {
      settle(known);
      return;
    }
    show({ state: "thinking" });
    timer = window.setTimeout(askNow, pause);
  }

  /** A shorter solution than the one on show has been found, by another question. */
  function improve() {
    if (shownVerdict.state !== "won") return;
    const { line } = lookup(store.setup, store.moves) ?? {};
    if (!line || (shownVerdict.line && line.length >= shownVerdict.line.length)) return;
    shownVerdict = { ...shownVerdict, line };
    write(detail, details(shownVerdict));
    shown(watchButton, line.length > 0);
  }

  store.addEventListener("change", changed);
  knowledge.addEventListener("change", improve);
  settings.addEventListener("change", ({ detail }) => detail.name === "verdict" && changed());
  presence.addEventListener("back", () => {
    if (shownVerdict.lost) askNow();
    else if (shownVerdict.state === "lost" && loss === null) explainLoss();
  });
  languages.addEventListener("change", () => {
    show(shownVerdict);
    showLoss();
  });
  changed();
  return { row: proof };
}
