/**
 * A search as it goes: how fast, how much, how far, and a way to stop it.
 *
 * Shown is the newest search that somebody asked for, or else the background question, once it has taken long enough to
 * be worth a look.  A search that has ended stays on show until the next one, most of them folded into one line.
 */

import { languages, t } from "../i18n.js";
import { presence } from "../presence.js";
import { between, bytes, count, seconds } from "./amounts.js";
import { chart, profileBars, sparkline } from "./chart.js";
import { button, h, icon, shown, write } from "./dom.js";
import { jobs, running } from "./jobs.js";
import { waiting } from "./queue.js";

/** Seconds. */
const WORTH_A_LOOK = 0.5;
const FIGURES = ["rate", "expanded", "generated", "open", "stored", "memory", "bounds", "time"];

/** @param {HTMLElement} element */
export function mountLive(element) {
  let job = null;
  let frame = 0;
  let later = 0;

  const title = h("span", { id: "live-title" });
  const toggle = h(
    "button",
    { type: "button", class: "live-toggle", id: "live-toggle", "aria-expanded": "true", "aria-controls": "live-body", onclick: () => open(body.hidden) },
    icon("m7 10 5 5 5-5"),
    title,
  );
  const status = h("span", { class: "live-status", id: "live-status" });
  const cancel = button({ id: "cancel", text: "cancel", path: "M7 7h10v10H7z", className: "button small", onclick: () => job?.cancel() });
  const speed = chart("spark", 48);
  const levels = chart("profile", 84);
  const levelsTitle = h("h4", { class: "chart-title", i18n: "live.profile" });
  const speedTitle = h("h4", { class: "chart-title", i18n: "live.speed" });
  const cells = Object.fromEntries(FIGURES.map((name) => [name, h("dd", { "data-figure": name })]));
  const figures = h(
    "dl",
    { class: "figures" },
    FIGURES.map((name) => h("div", {}, h("dt", { i18n: `live.${name}` }), cells[name])),
  );
  const note = h("p", { class: "live-note", lang: "en" });
  const words = h("p", { class: "live-note", i18n: "live.words" });
  const body = h("div", { class: "live-body", id: "live-body" }, speedTitle, speed, figures, levelsTitle, levels, words, note);
  element.append(h("div", { class: "live-head" }, h("h3", { class: "panel-title" }, toggle), status, cancel), body);
  element.classList.add("panel", "live");

  function open(visible) {
    shown(body, visible);
    toggle.setAttribute("aria-expanded", String(visible));
    if (visible && job) draw();
  }

  function pick() {
    const open = [...running].filter(({ quiet }) => !quiet);
    const asked = open.filter(({ what }) => what !== "win").at(-1);
    if (asked) return asked;
    // An answer that was asked for is not pushed aside by a background question that was there before it.
    const after = job !== null && job.what !== "win" && job.phase !== "dropped" ? job.ended : 0;
    return open.filter((one) => one.begun > after && (one.latest?.seconds ?? 0) >= WORTH_A_LOOK).at(-1) ?? null;
  }

  function told({ detail }) {
    const next = pick();
    if (next && next !== job) {
      job = next;
      open(true);
    } else if (job?.phase === "dropped") job = null;
    if (detail.job !== job && job !== null && !job.active) return;
    // The end of a search is a line; who wants its figures opens it.
    if (detail.job === job && job?.phase === "done" && job.what !== "shortest") open(false);
    frame ||= window.requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  }

  /** What is answered at once, or without a search, does not make the page jump. */
  function isWorthShowing() {
    if (job === null || job.phase === "dropped") return false;
    if (!job.active) return job.phase === "failed" || job.latest?.expanded > 0;
    const left = WORTH_A_LOOK * 1000 - (performance.now() - job.since);
    if (job.samples.length > 0 || left <= 0) return true;
    window.clearTimeout(later);
    later = window.setTimeout(draw, left + 10);
    return false;
  }

  function draw() {
    if (!shown(element, isWorthShowing())) return;
    const latest = job.latest ?? {};
    write(title, t(`live.what.${job.what}`));
    write(status, phase());
    element.dataset.phase = job.phase;
    shown(cancel, job.active);
    const rate = job.active ? job.samples.at(-1)?.rate : latest.seconds > 0 ? latest.expanded / latest.seconds : null;
    const values = {
      rate: rate ? t("live.per-second", { rate: count(Math.round(rate)) }) : "–",
      expanded: count(latest.expanded),
      generated: count(latest.generated),
      open: count(latest.open),
      stored: count(latest.stored),
      memory: bytes(latest.bytes),
      bounds: between(latest.lower ?? null, latest.upper ?? null),
      time: seconds(latest.seconds),
    };
    for (const [name, text] of Object.entries(values)) write(cells[name], text);
    if (body.hidden) return;
    const rates = job.samples.map((sample) => sample.rate ?? 0).filter((value) => value > 0);
    shown(speedTitle, rates.length > 1);
    if (shown(speed, rates.length > 1)) sparkline(speed, rates);
    speed.setAttribute("aria-label", t("live.speed-now", { rate: values.rate }));
    shown(levelsTitle, job.profile.length > 1);
    if (shown(levels, job.profile.length > 1)) profileBars(levels, job.profile, (level, amount) => t("live.level", { level, amount: count(amount) }));
    levels.setAttribute("aria-label", t("live.profile-label", { levels: job.profile.length, deepest: job.profile.at(-1)?.[0] ?? 0 }));
    write(note, [latest.algorithm, latest.note].filter(Boolean).join(" · "));
  }

  function phase() {
    if (job.phase === "failed") return job.message || t("ask.lost-connection");
    if (job.phase !== "done") return job.phase === "queued" ? waiting(job) : seconds(job.latest?.seconds);
    const { expanded, seconds: time } = job.latest;
    const ended = t(`live.ended.${job.answer.verdict}`);
    return body.hidden && expanded ? t("live.summary", { ended, expanded: count(expanded), time: seconds(time) }) : ended;
  }

  jobs.addEventListener("change", told);
  presence.addEventListener("back", () => {
    if (!job?.lost) return;
    job = null;
    draw();
  });
  languages.addEventListener("change", () => job && draw());
  shown(element, false);
}
