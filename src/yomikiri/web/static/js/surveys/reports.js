/** The papers' tables and figures, made by the server from what the store has; each is read when it is opened. */

import { get } from "../api.js";
import { h, shown } from "../ask/dom.js";
import { t, translate } from "../i18n.js";
import { troubleOf, wordsOf } from "../notice.js";
import { presence } from "../presence.js";
import { goTo, place } from "./place.js";

export class Reports {
  element = h("section", { class: "reports", id: "reports", hidden: true });
  #names = [];
  /** What to read again when the server is back. */
  #again = new Set();

  constructor() {
    presence.addEventListener("back", () => {
      const again = [...this.#again];
      this.#again.clear();
      for (const read of again) read();
    });
  }

  async load() {
    try {
      this.#names = (await get("/api/reports")).reports;
    } catch (error) {
      this.#names = []; // Reports are an addition; the surveys above have said what is wrong.
      if (error.lost) this.#again.add(() => this.load());
    }
    this.draw();
    const { report } = place();
    if (report !== null && !this.#names.includes(report)) goTo({ report: null }, { step: false });
  }

  /** Open the report that the place names. */
  follow() {
    const named = this.element.querySelector(`[data-report="${CSS.escape(place().report ?? "")}"]`);
    if (named) named.open = true;
  }

  draw() {
    if (!shown(this.element, this.#names.length > 0)) return;
    this.element.replaceChildren(h("h2", { class: "surveys-title", i18n: "reports.title" }), ...this.#names.map((name) => this.#report(name)));
    translate(this.element);
    this.follow();
  }

  #report(name) {
    const body = h("div", { class: "report-body", lang: "en" });
    const details = h("details", { class: "report panel", "data-report": name }, h("summary", {}, name), body);
    details.addEventListener("toggle", () => {
      if (details.open) goTo({ report: name }, { step: false });
      else if (place().report === name) goTo({ report: null }, { step: false });
      if (details.open && body.childElementCount === 0) this.#fill(name, details, body);
    });
    return details;
  }

  async #fill(name, details, body) {
    body.replaceChildren(h("p", { class: "sub" }, t("reports.loading")));
    let report;
    try {
      report = await get(`/api/reports/${encodeURIComponent(name)}`);
    } catch (error) {
      if (error.lost) this.#again.add(() => this.#fill(name, details, body));
      body.replaceChildren(h("p", { class: "surveys-message" }, wordsOf(troubleOf(error))));
      return;
    }
    details.querySelector("summary").textContent = report.title;
    const address = (figure) => `/api/reports/${encodeURIComponent(name)}/${encodeURIComponent(figure.name)}.svg`;
    body.replaceChildren(
      ...report.text.split(/\n\s*\n/).filter(Boolean).map((text) => h("p", { class: "report-text" }, text)),
      ...report.figures.map((figure) =>
        h("figure", {}, h("img", { src: address(figure), alt: `${figure.title}. ${figure.caption}`, loading: "lazy" }), h("figcaption", {}, h("strong", {}, figure.title), " ", figure.caption)),
      ),
      ...report.tables.map((table) =>
        h(
          "div",
          { class: "table-scroll", tabindex: 0, role: "region", "aria-label": table.title },
          h(
            "table",
            { class: "report-table" },
            h("caption", {}, table.title),
            h("thead", {}, h("tr", {}, table.columns.map((column) => h("th", { scope: "col" }, column)))),
            h("tbody", {}, table.rows.map((row) => h("tr", {}, row.map((value, index) => h(index === 0 ? "th" : "td", index === 0 ? { scope: "row" } : { class: "num" }, value))))),
          ),
          table.note ? h("p", { class: "sub" }, table.note) : null,
        ),
      ),
    );
  }
}
