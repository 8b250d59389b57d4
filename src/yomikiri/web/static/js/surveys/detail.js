/** One survey: its estimate, outcomes, spreads and histograms, and the deals behind any bar. */

import { get } from "../api.js";
import { count, percent, seconds } from "../ask/amounts.js";
import { h, icon, shown } from "../ask/dom.js";
import { number, t, translate } from "../i18n.js";
import { announce } from "../view.js";
import { Deals } from "./deals.js";
import { histogram } from "./histogram.js";
import { intervalBar } from "./interval.js";
import { rulesTitle, shareWords } from "./list.js";

const MEASURES = ["length", "expanded"];

export class Detail {
  element = h("article", { class: "survey panel", id: "survey", hidden: true });
  #survey = null;
  #failure = "";
  #bar = null;
  #deals;
  #closed;

  /** @param {{open: (setup: object) => void, closed: () => void}} handlers */
  constructor({ open, closed }) {
    this.#deals = new Deals(open);
    this.#closed = closed;
    new ResizeObserver(() => this.#survey && this.#redraw?.()).observe(this.element);
  }

  #redraw = null;

  async load(id) {
    try {
      this.#survey = await get(`/api/surveys/${encodeURIComponent(id)}`);
      this.#failure = "";
    } catch (error) {
      this.#survey = null;
      this.#failure = error.message || t("error.server");
    }
    this.#bar = null;
    this.#deals.clear();
    this.draw();
    this.element.querySelector("h3")?.focus();
    this.element.scrollIntoView({ block: "nearest" });
    if (this.#survey) announce(rulesTitle(this.#survey));
  }

  draw() {
    const survey = this.#survey;
    shown(this.element, survey !== null || this.#failure !== "");
    if (this.element.hidden) return;
    if (!survey) {
      this.element.replaceChildren(h("p", { class: "surveys-message" }, this.#failure));
      return;
    }
    const close = h("button", { type: "button", class: "icon-button bare", id: "survey-close", label: "close", onclick: () => this.#close() }, icon("m6 6 12 12M18 6 6 18"));
    this.element.replaceChildren(
      h("header", { class: "survey-head" }, h("h3", { tabindex: -1, class: "survey-title" }, rulesTitle(survey)), close),
      h("p", { class: "sub" }, t("surveys.sub", { deals: survey.deals, algorithm: survey.algorithm })),
      this.#estimate(survey),
      this.#outcomes(survey),
      this.#figures(survey),
      this.#histograms(survey),
      this.#deals.element,
    );
    translate(this.element);
    this.#redraw();
    this.#deals.draw();
  }

  #close() {
    this.#survey = null;
    shown(this.element, false);
    this.#closed();
  }

  #estimate({ estimate }) {
    const words = t("surveys.interval-label", { share: shareWords(estimate), low: percent(estimate.low), high: percent(estimate.high) });
    return h("div", { class: "survey-estimate" }, h("strong", { class: "big-share" }, shareWords(estimate)), h("div", { class: "share" }, intervalBar(estimate, words), h("p", { class: "sub" }, words)));
  }

  /** Outcomes as buttons that lead to their deals. */
  #outcomes({ outcomes }) {
    return h(
      "div",
      { class: "outcomes", role: "group", label: "surveys.outcomes" },
      Object.entries(outcomes).map(([name, amount]) =>
        h(
          "button",
          { type: "button", class: `button small outcome ${name}`, "data-outcome": name, onclick: () => this.#show({ outcome: name }, () => t("surveys.deals-outcome", { outcome: t(`outcome.${name}`) })) },
          h("span", { class: "dot", "aria-hidden": "true" }),
          h("span", { i18n: `outcome.${name}` }),
          h("span", { class: "num" }, number(amount)),
        ),
      ),
    );
  }

  #figures(survey) {
    const rows = Object.entries(survey.expanded).map(([outcome, spread]) => [t("surveys.expanded-of", { outcome: t(`outcome.${outcome}`) }), spread]);
    if (survey.lengths) rows.unshift([t("surveys.lengths", { proved: survey.proved_shortest, of: survey.lengths.count }), survey.lengths]);
    if (survey.winnable) rows.push([t("surveys.arrangements"), survey.winnable]);
    const columns = ["count", "mean", "median", "high", "most"];
    const value = (amount) => (Number.isInteger(amount) ? count(amount) : amount < 1e4 ? number(amount, { maximumFractionDigits: 2 }) : count(amount));
    return h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", label: "surveys.spreads" },
      h(
        "table",
        { class: "spreads" },
        h("thead", {}, h("tr", {}, h("td", {}), columns.map((name) => h("th", { scope: "col", i18n: `surveys.spread.${name}` })))),
        h("tbody", {}, rows.map(([title, spread]) => h("tr", {}, h("th", { scope: "row" }, title), columns.map((name) => h("td", { class: "num" }, value(spread[name])))))),
      ),
      h("p", { class: "sub" }, t("surveys.cost", { time: seconds(survey.seconds), versions: survey.versions.join(", ") })),
    );
  }

  #histograms(survey) {
    const drawn = MEASURES.filter((measure) => survey.histograms[measure]?.length > 0).map((measure) => ({ measure, chart: histogram() }));
    this.#redraw = () => {
      for (const { measure, chart } of drawn) {
        const chosen = this.#bar?.measure === measure ? this.#bar.bin : null;
        chart.draw(survey.histograms[measure], (bin) => this.#choose(measure, bin), chosen, t(`surveys.histogram.${measure}`));
      }
    };
    return h(
      "div",
      { class: "histograms" },
      drawn.map(({ measure, chart }) => h("figure", { "data-measure": measure }, h("figcaption", { class: "chart-title", i18n: `surveys.histogram.${measure}` }), chart.element)),
    );
  }

  #choose(measure, bin) {
    this.#bar = { measure, bin };
    const focused = document.activeElement?.dataset?.bin;
    this.#redraw();
    if (focused !== undefined) this.element.querySelector(`[data-measure="${measure}"] [data-bin="${focused}"]`)?.focus();
    const range = { least: bin.least, most: bin.most };
    this.#show({ measure, ...range }, () => t(`surveys.deals-${measure}`, range));
  }

  #show(filter, title) {
    this.#deals.load(this.#survey.id, filter, title);
  }
}
