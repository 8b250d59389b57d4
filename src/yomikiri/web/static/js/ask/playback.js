/**
 * A line of play, watched step by step on a board of its own; the game on the table waits until "play from here".
 */

import { post } from "../api.js";
import { createBoard } from "../board/board.js";
import { languages, number, reserve, t, translate } from "../i18n.js";
import { presence } from "../presence.js";
import { setupTitle } from "../titles.js";
import { announce } from "../view.js";
import { button, h, icon, shown, write } from "./dom.js";
import { mountExports } from "./exports.js";
import { MoveList } from "./movelist.js";

const BEAT = 900;
const SPEEDS = [0.5, 1, 2, 4, 8];
const PLAY = "M8 5.5v13l11-6.5z";
const PAUSE = "M8 5.5v13M16 5.5v13";

/** @param {HTMLElement} element @param {{store: EventTarget}} context */
export function mountPlayback(element, { store }) {
  let line = null;
  let at = 0;
  let first = 0;
  let timer = 0;
  let board = null;
  let loading = null;
  let failed = null;

  const title = h("h3", { class: "panel-title", i18n: "playback.title" });
  const summary = h("p", { class: "playback-summary", id: "playback-summary" });
  const stage = h("div", { class: "playback-board board-area" });
  const slider = h("input", { type: "range", min: 0, max: 0, step: 1, id: "playback-slider", label: "playback.slider" });
  const counter = h("output", { class: "playback-counter", id: "playback-counter", for: "playback-slider" });
  const control = (id, path, text, onclick) => h("button", { type: "button", class: "icon-button", id, label: text, onclick }, icon(path));
  const play = control("playback-play", PLAY, "playback.play", () => (timer ? pause() : start()));
  const speed = h("select", { id: "playback-speed", class: "pick", label: "playback.speed" }, SPEEDS.map((value) => h("option", { value, selected: value === 1 }, `${value}×`)));
  const here = button({ id: "playback-here", text: "playback.here", className: "button primary small", onclick: () => playFromHere() });
  const close = h("button", { type: "button", class: "icon-button bare", id: "playback-close", label: "close", onclick: () => hide() }, icon("m6 6 12 12M18 6 6 18"));
  const list = new MoveList((index) => go(index));
  const failure = h("p", { class: "playback-failure", role: "alert", hidden: true });
  const body = h(
    "div",
    { class: "playback-body" },
    stage,
    h(
      "div",
      { class: "playback-controls", role: "group", label: "playback.controls" },
      control("playback-first", "M18 6 10 12l8 6zM6 6v12", "playback.first", () => go(0)),
      control("playback-prev", "M16 6 8 12l8 6z", "playback.prev", () => go(at - 1)),
      play,
      control("playback-next", "m8 6 8 6-8 6z", "playback.next", () => go(at + 1)),
      control("playback-last", "m6 6 8 6-8 6zM18 6v12", "playback.last", () => go(end())),
      speed,
    ),
    h("div", { class: "playback-where" }, slider, counter),
    list.element,
    h("div", { class: "playback-take" }, here),
  );
  element.classList.add("panel", "playback");
  element.append(h("div", { class: "playback-head" }, title, close), summary, failure, body);
  const exports = mountExports(body, here.parentElement, () => line && { setup: line.setup, moves: line.texts, notation: list.texts() });
  shown(element, false);

  slider.addEventListener("input", () => go(Number(slider.value)));
  speed.addEventListener("change", () => timer && start());

  const end = () => (line ? line.moves.length : 0);

  /**
   * Load a line and show it, without starting.
   * @param {object} setup @param {string[]} before moves played already @param {string[]} after what to watch
   */
  async function watch(setup, before, after, { reveal = true } = {}) {
    pause();
    const texts = [...before, ...after];
    const ticket = {};
    loading = ticket;
    failed = null;
    drawFailure();
    shown(element, true);
    let told;
    try {
      told = await post("/api/line", { setup, moves: texts });
    } catch (error) {
      if (loading !== ticket) return;
      shown(body, false);
      failed = { message: error.message, again: error.lost ? () => watch(setup, before, after, { reveal: false }) : null };
      drawFailure();
      return;
    }
    if (loading !== ticket) return;
    line = { ...told, texts, setup: told.setup ?? setup };
    first = before.length;
    shown(body, true);
    slider.max = String(end());
    reserve(counter, [where(end())]);
    list.load(line.notations, line.moves, first);
    board ??= createBoard(stage, { interactive: false, maxHeight: 420 });
    at = -1;
    go(first);
    exports.reset();
    if (reveal) element.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
    announce(t("playback.ready", { n: end() - first }));
  }

  function drawFailure() {
    if (shown(failure, failed !== null)) write(failure, failed.message || t("ask.lost-connection"));
  }

  function calm() {
    return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  function go(index) {
    if (!line) return;
    const next = Math.max(0, Math.min(end(), index));
    const near = Math.abs(next - at) === 1;
    at = next;
    board.show(line.states[at], { animate: near && !calm(), label: () => label() });
    if (at === end()) pause();
    draw();
  }

  function label() {
    const move = at > 0 ? list.texts()[at - 1] : null;
    return move ? t("playback.label", { at, of: end(), move }) : t("playback.label-start", { of: end() });
  }

  const where = (index) => `${number(index)} / ${number(end())}`;

  function draw() {
    if (!line) return;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", label());
    write(counter, where(at));
    write(summary, [setupTitle(line.setup), t("playback.length", { n: end() - first })].join(" · "));
    list.select(at);
    for (const [id, off] of [["first", at === 0], ["prev", at === 0], ["next", at === end()], ["last", at === end()]]) {
      element.querySelector(`#playback-${id}`).setAttribute("aria-disabled", String(off));
    }
    const playing = timer !== 0;
    play.replaceChildren(icon(playing ? PAUSE : PLAY));
    play.setAttribute("data-i18n-label", playing ? "playback.pause" : "playback.play");
    play.setAttribute("aria-label", t(playing ? "playback.pause" : "playback.play"));
    element.dataset.at = String(at);
  }

  function start() {
    window.clearInterval(timer);
    timer = window.setInterval(() => go(at + 1), BEAT / Number(speed.value));
    if (at === end()) go(first === end() ? 0 : first);
    else go(at + 1);
  }

  function pause() {
    window.clearInterval(timer);
    timer = 0;
    draw();
  }

  /** The rest of the line can be redone, so the player may go on along it. */
  async function playFromHere() {
    pause();
    const state = await store.start(line.setup, line.texts.slice(0, at), line.texts.slice(at));
    if (!state) return;
    document.getElementById("board-area")?.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
    announce(t("playback.taken", { at }));
  }

  function hide() {
    pause();
    line = null;
    failed = null;
    shown(element, false);
    document.getElementById("solve")?.focus();
  }

  languages.addEventListener("change", () => {
    translate(element);
    list.translate();
    drawFailure();
    draw();
  });
  presence.addEventListener("back", () => failed?.again?.());
  store.addEventListener("change", ({ detail }) => {
    // Another deal: the line on show belongs to a game that is gone.
    if (line && detail.kind === "start" && JSON.stringify(store.setup) !== JSON.stringify(line.setup)) hide();
  });
  return { watch };
}
