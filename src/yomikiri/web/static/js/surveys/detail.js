/** One survey: its estimate, outcomes, spreads and histograms, and the deals behind any bar. */

import { get } from "../api.js";
import { count, percent, seconds } from "../ask/amounts.js";
import { h, icon, shown } from "../ask/dom.js";
import { knows, number, t, translate } from "../i18n.js";
import { announce } from "../view.js";
import { Deals } from "./deals.js";
import { histogram } from "./histogram.js";
import { intervalBar } from "./interval.js";
import { rulesTitle, shareWords } from "./list.js";
import { goTo, MEASURES } from "./place.js";

export class Detail {
  element = h("article", { class: "survey panel", id: "survey", hidden: true });
  #survey = null;
  #wanted = null;
  #filter = null;
  #deals;

  /** @param {(setup: object) => void} open puts a deal on the board */
  constructor(open) {
    this.#deals = new Deals(open);
    new ResizeObserver(() => this.#survey && this.#redraw?.()).observe(this.element);
  }

  #redraw = null;

  /**
   * Show what a place names; rejects if the survey cannot be read.
   * @param {import("./place.js").Place} place @param {boolean} fresh whether to read the survey again
   */
  async show({ survey, filter, offset }, fresh) {
    const another = survey !== this.#wanted;
    this.#wanted = survey;
    this.#filter = filter;
    if (survey === null) return this.#hide();
    if (another || fresh) {
      let read;
      try {
        read = await get(`/api/surveys/${encodeURIComponent(survey)}`);
      } catch (error) {
        if (this.#wanted !== survey) return undefined;
        this.#hide();
        throw error;
      }
      if (this.#wanted !== survey) return undefined;
      this.#survey = read;
      this.draw();
    } else if (this.#survey) {
      this.#redraw();
    }
    if (another) {
      this.element.querySelector("h3")?.focus();
      this.element.scrollIntoView({ block: "nearest" });
      announce(rulesTitle(this.#survey));
    }
    if (this.#filter === null) return this.#deals.clear();
    return this.#deals.load(survey, this.#filter, offset, () => this.#dealsTitle());
  }

  /** Whether its deals could not be read because the server was away. */
  get away() {
    return this.#deals.away;
  }

  /** The name of the survey that is shown, or null. */
  get title() {
    return this.#survey && rulesTitle(this.#survey);
  }

  #hide() {
    this.#survey = null;
    this.#wanted = null;
    this.#deals.clear();
    shown(this.element, false);
  }

  #dealsTitle() {
    const { outcome, measure, least, most } = this.#filter;
    if (measure) return t(`surveys.deals-${measure}`, { least: Number(least), most: Number(most) });
    return t("surveys.deals-outcome", { outcome: knows(`outcome.${outcome}`) ? t(`outcome.${outcome}`) : outcome });
  }

  draw() {
    const survey = this.#survey;
    if (!shown(this.element, survey !== null)) return;
    const close = h("button", { type: "button", class: "icon-button bare", id: "survey-close", label: "close", onclick: () => goTo({ survey: null, filter: null, offset: 0 }) }, icon("m6 6 12 12M18 6 6 18"));
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
          { type: "button", class: `button small outcome ${name}`, "data-outcome": name, onclick: () => this.#list({ outcome: name }) },
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
      survey.seconds === null ? null : h("p", { class: "sub" }, t("surveys.cost", { time: seconds(survey.seconds), versions: survey.versions.join(", ") })),
    );
  }

  #histograms(survey) {
    const drawn = MEASURES.filter((measure) => survey.histograms[measure]?.length > 0).map((measure) => ({ measure, chart: histogram() }));
    this.#redraw = () => {
      const bar = document.activeElement?.dataset?.bin;
      const within = document.activeElement?.closest("[data-measure]")?.dataset.measure;
      for (const { measure, chart } of drawn) {
        const chosen = this.#filter?.measure === measure ? survey.histograms[measure].find(({ least }) => String(least) === this.#filter.least) : null;
        chart.draw(survey.histograms[measure], (bin) => this.#list({ measure, least: String(bin.least), most: String(bin.most) }), chosen, t(`surveys.histogram.${measure}`));
      }
      // Bars are drawn anew; the one that had the focus has it again.
      if (bar !== undefined) this.element.querySelector(`[data-measure="${within}"] [data-bin="${bar}"]`)?.focus();
    };
    return h(
      "div",
      { class: "histograms" },
      drawn.map(({ measure, chart }) => h("figure", { "data-measure": measure }, h("figcaption", { class: "chart-title", i18n: `surveys.histogram.${measure}` }), chart.element)),
    );
  }

  #list(filter) {
    goTo({ survey: this.#survey.id, filter, offset: 0 });
  }
}
