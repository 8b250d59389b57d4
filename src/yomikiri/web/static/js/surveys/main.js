/**
 * The results store, for browsing: surveys with their intervals, a survey's figures, its deals; and the papers' reports.
 *
 * Everything is read when the view is first opened, and again when it is opened later: a survey may be running.
 */

import { get } from "../api.js";
import { h, shown, write } from "../ask/dom.js";
import { languages, t, translate } from "../i18n.js";
import { view, views } from "../view.js";
import { Detail } from "./detail.js";
import { drawList } from "./list.js";
import { Reports } from "./reports.js";

/**
 * @param {HTMLElement} element
 * @param {{store: object}} context deals are opened on the board through the store
 */
export function mount(element, { store }) {
  let told = null;
  let failure = "";

  const message = h("p", { class: "surveys-message", id: "surveys-message", role: "status" });
  const list = h("div", { class: "surveys-list", id: "surveys-list" });
  const detail = new Detail({ open: (setup) => store.start(setup), closed: () => focusRow() });
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
    try {
      told = await get("/api/surveys");
      failure = "";
    } catch (error) {
      failure = error.message || t("error.server");
    }
    draw();
    if (told?.store) await reports.load();
  }

  function draw() {
    const empty = told?.surveys.length === 0;
    const words = failure || (told === null ? "" : !told.store ? t("surveys.no-store") : empty ? t("surveys.empty") : "");
    write(message, words);
    shown(message, words !== "");
    list.replaceChildren();
    if (told?.surveys.length > 0) drawList(list, told.surveys, choose, chosen);
    translate(element);
  }

  async function choose(survey) {
    chosen = survey.id;
    for (const row of list.querySelectorAll("[data-survey]")) row.classList.toggle("chosen", row.dataset.survey === chosen);
    await detail.load(survey.id);
  }

  function focusRow() {
    list.querySelector(`[data-survey="${CSS.escape(chosen ?? "")}"] button`)?.focus();
  }

  views.addEventListener("change", () => view() === "surveys" && load());
  languages.addEventListener("change", () => {
    if (told) draw();
    detail.draw();
    reports.draw();
  });
  translate(element);
  if (view() === "surveys") load();
}
