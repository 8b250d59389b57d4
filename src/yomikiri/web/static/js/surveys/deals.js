/** The deals behind a bar or an outcome, page by page; each opens on the board. */

import { get } from "../api.js";
import { count, seconds } from "../ask/amounts.js";
import { button, h, shown } from "../ask/dom.js";
import { knows, number, t, translate } from "../i18n.js";
import { isAway, troubleOf, wordsOf } from "../notice.js";
import { announce } from "../view.js";
import { goTo } from "./place.js";

const PAGE = 25;

export class Deals {
  element = h("section", { class: "survey-deals", id: "survey-deals", hidden: true });
  #open;
  #query = null;
  #title = () => "";
  #told = null;
  #failure = null;

  /** @param {(setup: object) => void} open */
  constructor(open) {
    this.#open = open;
  }

  /** Whether they could not be read because the server was away. */
  get away() {
    return isAway(this.#failure);
  }

  clear() {
    this.#query = null;
    this.#told = null;
    this.#failure = null;
    shown(this.element, false);
  }

  /**
   * @param {string} survey @param {object} filter as the server knows it @param {number} offset of the first deal to list
   * @param {() => string} title
   */
  async load(survey, filter, offset, title) {
    const query = { survey, filter };
    this.#query = query;
    this.#title = title;
    await this.#read(query, offset);
    if (query !== this.#query) return;
    this.element.scrollIntoView({ block: "nearest" });
    if (this.#told) announce(t("surveys.deals-found", { n: this.#told.total }));
  }

  async #read(query, offset) {
    const words = new URLSearchParams({ ...query.filter, offset: String(offset), limit: String(PAGE) });
    try {
      const told = await get(`/api/surveys/${encodeURIComponent(query.survey)}/deals?${words}`);
      if (query !== this.#query) return;
      this.#told = told;
      this.#failure = null;
    } catch (error) {
      if (query !== this.#query) return;
      this.#told = null;
      this.#failure = troubleOf(error);
    }
    this.draw();
  }

  draw() {
    if (!shown(this.element, this.#query !== null && (this.#told !== null || this.#failure !== null))) return;
    if (this.#failure) {
      this.element.replaceChildren(h("p", { class: "surveys-message" }, wordsOf(this.#failure)));
      return;
    }
    const { total, offset, deals } = this.#told;
    const columns = ["deal", "outcome", "length", "expanded", "time", "open"];
    this.element.replaceChildren(
      h("h4", { class: "deals-title" }, this.#title(), " ", h("span", { class: "sub" }, t("surveys.deals-found", { n: total }))),
      h(
        "div",
        { class: "table-scroll", tabindex: 0, role: "region", label: "surveys.deals-table" },
        h(
          "table",
          { class: "deals-table" },
          h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, h("span", { i18n: `surveys.deal.${name}`, class: name === "open" ? "unseen" : "" }))))),
          h("tbody", {}, deals.map((deal) => this.#row(deal))),
        ),
      ),
      total > PAGE ? this.#pages(total, offset, deals.length) : "",
    );
    translate(this.element);
  }

  #row(deal) {
    const length = deal.length === null ? "–" : `${number(deal.length)}${deal.proved_shortest ? " ✓" : ""}`;
    const outcome = knows(`outcome.${deal.outcome}`) ? t(`outcome.${deal.outcome}`) : deal.outcome;
    return h(
      "tr",
      { "data-deal": deal.deal },
      h("th", { scope: "row" }, deal.deal),
      h("td", {}, h("span", { class: `dot ${deal.outcome}`, "aria-hidden": "true" }), ` ${outcome}`),
      h("td", { class: "num" }, length),
      h("td", { class: "num" }, count(deal.expanded)),
      h("td", { class: "num" }, deal.seconds === null ? "–" : seconds(deal.seconds)),
      h("td", {}, h("button", { type: "button", class: "button small", "aria-label": t("surveys.open-deal", { deal: deal.deal }), onclick: () => this.#open(deal.setup) }, t("surveys.open"))),
    );
  }

  #pages(total, offset, here) {
    // Pages follow each other in the address, but back leads out of the deals at once.
    const turn = (to) => goTo({ offset: to }, { step: false });
    const step = (to, text, id, off) => button({ id, text, className: "button small", disabled: off, onclick: () => turn(to) });
    return h(
      "div",
      { class: "pages" },
      step(Math.max(0, offset - PAGE), "surveys.previous", "deals-previous", offset === 0),
      h("span", {}, t("surveys.page", { first: offset + 1, last: offset + here, total })),
      step(offset + PAGE, "surveys.next", "deals-next", offset + here >= total),
    );
  }
}
