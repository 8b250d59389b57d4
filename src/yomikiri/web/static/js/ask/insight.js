/**
 * What the rules alone tell about a position, on request: reversible and dead cards in rows, the deadlock cycles of cards in
 * columns, the bounds of tiles and of text.  Each is a switch; while it is on, the marks follow the game.
 */

import { post } from "../api.js";
import { cardName } from "../board/names.js";
import { languages, number, t, translate } from "../i18n.js";
import { presence } from "../presence.js";
import { catalogue } from "../titles.js";
import { button, h } from "./dom.js";

const SWITCHES = {
  rows: [
    { name: "reversible", path: "M7 8h11l-3-3M17 16H6l3 3" },
    { name: "dead", path: "M6 10V8a6 6 0 0 1 12 0v2M5 10h14v10H5z" },
  ],
  cards: [{ name: "cycles", path: "M5 12a7 7 0 0 1 12-5l2 2M19 12a7 7 0 0 1-12 5l-2-2M19 4v5h-5M5 20v-5h5" }],
  tiles: [{ name: "bounds", path: "M5 19V5M5 19h14M9 15v-4M13 15V8M17 15v-6" }],
  text: [{ name: "bounds", path: "M5 19V5M5 19h14M9 15v-4M13 15V8M17 15v-6" }],
};

/** @param {HTMLElement} element @param {{store: EventTarget, board: object}} context */
export function mountInsight(element, { store, board }) {
  const on = new Set();
  let kind = null;
  let found = null;
  let failed = "";
  let lost = false;
  let asking = null;
  let alone = null;

  const row = h("div", { class: "switches", role: "group", label: "insight.group" });
  const lines = h("div", { class: "insight-lines", id: "insight", "aria-live": "polite" });
  element.append(row, lines);

  function switches() {
    row.replaceChildren(
      ...(SWITCHES[kind] ?? []).map(({ name, path }) => {
        const one = button({
          id: `show-${name}`,
          text: `insight.${name}`,
          path,
          className: "button small switch",
          "aria-pressed": String(on.has(name)),
          onclick: () => toggle(name, one),
        });
        one.querySelector("span").dataset.i18nWords = `insight.${name}`;
        return one;
      }),
    );
    translate(row);
  }

  function toggle(name, pressed) {
    if (on.has(name)) on.delete(name);
    else on.add(name);
    pressed.setAttribute("aria-pressed", String(on.has(name)));
    if (on.size > 0 && found === null) look();
    else draw();
  }

  async function look() {
    asking?.abort();
    const abort = new AbortController();
    asking = abort;
    const { setup, moves } = store;
    try {
      const told = await post("/api/analyse", { setup, moves }, { signal: abort.signal });
      if (asking !== abort) return;
      found = told;
      failed = "";
      lost = false;
    } catch (error) {
      if (error.name === "AbortError" || asking !== abort) return;
      found = null;
      failed = error.message;
      lost = error.lost;
    }
    draw();
  }

  /** Marks of the board stay until its next `show`; taking them off is marking nothing. */
  function draw() {
    const told = on.size > 0 ? found : null;
    board?.mark(on.has("reversible") ? (told?.reversible ?? []) : [], "reversible");
    board?.markPlaces?.(on.has("reversible") ? (told?.reversible_holes ?? []) : [], "reversible");
    board?.mark(on.has("dead") ? (told?.dead ?? []) : [], "dead");
    const all = on.has("cycles") ? (told?.cycles ?? []).map(({ cards }) => cards) : [];
    const cycles = alone === null ? all : all.filter((_, index) => index === alone);
    board?.links?.(cycles);
    board?.mark([...new Set(cycles.flat())], "locked");
    const trouble = lost ? t("ask.lost-connection") : failed;
    const texts = trouble && on.size > 0 ? [trouble] : told ? [...on].flatMap((name) => words(name, told)) : [];
    const focused = lines.contains(document.activeElement) ? document.activeElement.dataset.cycle : null;
    lines.replaceChildren(...texts.map((text) => h("p", {}, text)), all.length > 1 ? chips(all) : "");
    if (focused !== null) lines.querySelector(`[data-cycle="${focused}"]`)?.focus();
  }

  /** The circles as buttons that show one alone: many at once are hard to follow. */
  function chips(cycles) {
    return h(
      "div",
      { class: "cycles" },
      cycles.map((cards, index) => {
        const label = t("insight.cycles.one", { cards: cards.map(cardName).join(", ") });
        const only = () => {
          alone = alone === index ? null : index;
          draw();
        };
        return h("button", { type: "button", class: "cycle-chip", "data-cycle": index, "aria-pressed": String(alone === index), "aria-label": label, onclick: only }, cards.map(short).join(" ⇄ "));
      }),
    );
  }

  /** A card in two or three signs. */
  function short(card) {
    return `${card[1] === "0" ? "10" : card[1]}${{ H: "♥", D: "♦", S: "♠", C: "♣" }[card[0]]}\uFE0E`;
  }

  function component({ reversible, component: size }) {
    return reversible.length > 0 && size ? [t("insight.component", { component: number(BigInt(size)) })] : [];
  }

  function words(name, told) {
    if (name === "reversible") return [t("insight.reversible.text", { n: told.reversible.length, holes: told.reversible_holes?.length ?? 0 }), ...component(told)];
    if (name === "dead") return [told.dead.length > 0 ? t("insight.dead.text", { n: told.dead.length }) : t("insight.dead.none")];
    if (name === "cycles") {
      const first = told.cycles.length > 0 ? t("insight.cycles.text", { n: told.cycles.length }) : t("insight.cycles.none");
      const blocked = told.blocked?.length ? t("insight.blocked", { n: told.blocked.length }) : "";
      return [first, blocked, told.bound === undefined || told.bound === null ? "" : t("insight.bound", { bound: told.bound })].filter(Boolean);
    }
    if (told.bounds) return [t("insight.bounds.text"), ...Object.entries(told.bounds).map(([bound, value]) => `${bound}: ${number(value)}`)];
    const figures = ["manhattan", "linear_conflict", "walking_distance"].filter((key) => typeof told[key] === "number");
    return [t("insight.bounds.text"), ...figures.map((key) => `${t(`insight.${key}`)}: ${number(told[key])}`)];
  }

  function changed() {
    if (!store.state) return;
    found = null;
    failed = "";
    lost = false;
    alone = null;
    const now = catalogue.get(store.setup.game)?.own_analysis === false ? "text" : store.state.board.kind;
    if (now !== kind) {
      kind = now;
      on.clear();
      switches();
      draw();
    }
    if (on.size > 0) look();
  }

  store.addEventListener("change", changed);
  presence.addEventListener("back", () => lost && on.size > 0 && look());
  languages.addEventListener("change", draw);
  changed();
}
