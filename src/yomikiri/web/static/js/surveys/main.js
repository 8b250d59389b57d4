/**
 * The results store, for browsing: surveys with their intervals, a survey's figures, its deals; and the papers' reports.
 *
 * Everything is read when the view is first opened, and again when it is opened later: a survey may be running.
 */

import { get } from "../api.js";
import { h, shown, write } from "../ask/dom.js";
import { languages, t, translate } from "../i18n.js";
import { isAway, troubleOf, wordsOf } from "../notice.js";
import { presence } from "../presence.js";
import { setTitle, view, views } from "../view.js";
import { Detail } from "./detail.js";
import { drawList } from "./list.js";
import { goTo, place, places } from "./place.js";
import { Reports } from "./reports.js";

/**
 * @param {HTMLElement} element
 * @param {{store: object}} context deals are opened on the board through the store
 */
export function mount(element, { store }) {
  let told = null;
  let trouble = null;

  const message = h("p", { class: "surveys-message", id: "surveys-message", role: "status" });
  const list = h("div", { class: "surveys-list", id: "surveys-list" });
  const detail = new Detail((setup) => store.start(setup));
  const reports = new Reports();
  let chosen = null;
  element.classList.add("surveys-page");
  element.append(
    h("h2", { class: "surveys-title", i18n: "surveys.title" }),
    h("p", { class: "surveys-lead", i18n: "surveys.lead" }),
    message,
    list,
    detail.element,
    reports.element,
  );

  async function load() {
    trouble = null;
    try {
      told = await get("/api/surveys");
    } catch (error) {
      trouble = troubleOf(error);
    }
    draw();
    if (!told?.store) return;
    await follow(true);
    await reports.load();
  }

  /** Show the place; a survey that there is not leaves it, and the address with it. */
  async function follow(fresh = false) {
    const here = place();
    const left = here.survey === null ? chosen : null;
    chosen = here.survey;
    for (const row of list.querySelectorAll("[data-survey]")) row.classList.toggle("chosen", row.dataset.survey === chosen);
    if (left !== null) list.querySelector(`[data-survey="${CSS.escape(left)}"] button`)?.focus();
    try {
      await detail.show(here, fresh);
      title();
    } catch (error) {
      if (place() !== here) return;
      if (!error.lost) goTo({ survey: null, filter: null, offset: 0 }, { step: false });
      trouble = error.lost ? troubleOf(error) : { key: "error.link", params: { message: error.message } };
      draw();
    }
  }

  function draw() {
    const empty = told?.surveys.length === 0;
    const state = told === null ? "" : !told.store ? t("surveys.no-store") : empty ? t("surveys.empty") : "";
    const words = trouble ? wordsOf(trouble) : state;
    write(message, words);
    shown(message, words !== "");
    list.replaceChildren();
    if (told?.surveys.length > 0) drawList(list, told.surveys, choose, chosen);
    translate(element);
    title();
  }

  function title() {
    setTitle("surveys", t("page.title", { title: detail.title ?? t("surveys.title") }));
  }

  function choose(survey) {
    goTo({ survey: survey.id, filter: null, offset: 0 });
  }

  presence.addEventListener("back", () => view() === "surveys" && (isAway(trouble) || detail.away) && load());
  views.addEventListener("change", () => view() === "surveys" && load());
  places.addEventListener("change", () => {
    if (view() !== "surveys" || told === null) return;
    if (trouble) {
      trouble = null;
      draw();
    }
    follow();
    reports.follow();
  });
  languages.addEventListener("change", () => {
    if (told || trouble) draw();
    detail.draw();
    reports.draw();
  });
  translate(element);
  if (view() === "surveys") load();
}
