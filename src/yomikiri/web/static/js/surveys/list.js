/** All surveys in a table, with the share of deals that can be won drawn as a bar with whiskers. */

import { count, percent } from "../ask/amounts.js";
import { h } from "../ask/dom.js";
import { number, t } from "../i18n.js";
import { gameTitle, sizeTitle, valueTitle } from "../titles.js";
import { intervalAxis, intervalBar } from "./interval.js";

/** Game and size, as in "Name · 13 columns", and options that are not the usual ones. */
export function rulesTitle({ game, variant, size, options }) {
  const words = [gameTitle(game, variant), sizeTitle(game, size)];
  for (const [name, value] of Object.entries(options ?? {})) words.push(valueTitle(name, value));
  return words.join(" · ");
}

/** The share in words: "31.5 %", or its range if some deals are undecided. */
export function shareWords({ least, most }) {
  return least === most ? percent(least) : t("surveys.share-range", { least: percent(least), most: percent(most) });
}

/**
 * @param {HTMLElement} element @param {object[]} surveys @param {(survey: object) => void} choose
 * @param {string|null} chosen the id of the one shown
 */
export function drawList(element, surveys, choose, chosen) {
  const columns = ["survey", "deals", "solved", "unsolvable", "undecided", "share"];
  const head = h(
    "tr",
    {},
    columns.map((name) => h("th", { scope: "col", class: `col-${name}` }, h("span", { i18n: `surveys.col.${name}` }), name === "share" ? intervalAxis() : null)),
  );
  element.append(
    h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", label: "surveys.table" },
      h(
        "table",
        { class: "surveys-table" },
        h("caption", { class: "unseen", i18n: "surveys.table" }),
        h("thead", {}, head),
        h("tbody", {}, surveys.map((survey) => row(survey, choose, chosen))),
      ),
    ),
    h("p", { class: "surveys-legend", i18n: "surveys.legend" }),
  );
}

function row(survey, choose, chosen) {
  const short = { share: shareWords(survey.estimate), low: percent(survey.estimate.low), high: percent(survey.estimate.high) };
  const words = t("surveys.interval-label", short);
  return h(
    "tr",
    { "data-survey": survey.id, class: survey.id === chosen ? "chosen" : "" },
    h(
      "th",
      { scope: "row" },
      h("button", { type: "button", class: "link-button", onclick: () => choose(survey) }, rulesTitle(survey)),
      h("span", { class: "sub" }, t("surveys.sub", { deals: survey.deals, algorithm: survey.algorithm })),
    ),
    h("td", { class: "num" }, survey.done === survey.total ? number(survey.total) : t("surveys.progress", { done: survey.done, total: survey.total })),
    ["solved", "unsolvable", "undecided"].map((name) => h("td", { class: "num" }, count(survey[name]))),
    h("td", { class: "share" }, intervalBar(survey.estimate, words), h("span", { class: "sub", "aria-hidden": "true" }, t("surveys.interval-short", short))),
  );
}
