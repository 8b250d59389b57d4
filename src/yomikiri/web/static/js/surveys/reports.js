/** The papers' tables and figures, made by the server from what the store has; each is read when it is opened. */

import { get } from "../api.js";
import { h, shown } from "../ask/dom.js";
import { t, translate } from "../i18n.js";

export class Reports {
  element = h("section", { class: "reports", id: "reports", hidden: true });
  #names = [];

  async load() {
    try {
      this.#names = (await get("/api/reports")).reports;
    } catch {
      this.#names = []; // Reports are an addition; the surveys above have said what is wrong.
    }
    this.draw();
  }

  draw() {
    if (!shown(this.element, this.#names.length > 0)) return;
    this.element.replaceChildren(h("h2", { class: "surveys-title", i18n: "reports.title" }), ...this.#names.map((name) => this.#report(name)));
    translate(this.element);
  }

  #report(name) {
    const body = h("div", { class: "report-body", lang: "en" });
    const details = h("details", { class: "report panel", "data-report": name }, h("summary", {}, name), body);
    details.addEventListener("toggle", () => details.open && body.childElementCount === 0 && this.#fill(name, details, body));
    return details;
  }

  async #fill(name, details, body) {
    body.append(h("p", { class: "sub" }, t("reports.loading")));
    let report;
    try {
      report = await get(`/api/reports/${encodeURIComponent(name)}`);
    } catch (error) {
      body.replaceChildren(h("p", { class: "surveys-message" }, error.message || t("error.server")));
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
