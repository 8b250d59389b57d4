/** Games and setups as people call them, in the language of the page. */

import { knows, language, t } from "./i18n.js";

/** The games that the server offers, by name. @type {Map<string, object>} */
export const catalogue = new Map();

/** The name of the game, or of the variant. */
export function gameTitle(game, variant = null) {
  const entry = catalogue.get(game);
  const title = (variant && entry?.variant_titles?.[variant]) || entry?.title;
  return title?.[language()] ?? title?.en ?? game;
}

/** The name of a game on its tab. */
export function tabTitle(game) {
  const title = catalogue.get(game)?.short_title;
  return title?.[language()] ?? title?.en ?? game;
}

/** A size for people: "13 columns", "13 ranks", "8×4", "English board". */
export function sizeTitle(game, size) {
  if (knows(`size.${size}`)) return t(`size.${size}`);
  const key = `title.${catalogue.get(game)?.size_unit}`;
  return /^\d+$/.test(size) ? t(knows(key) ? key : "title.columns", { n: size }) : String(size).replaceAll("x", "×");
}

/** The value of an option for people. */
export function valueTitle(option, value) {
  const key = `value.${option}.${value}`;
  return knows(key) ? t(key) : value;
}

/** Options that are not the usual ones. @param {{options?: Record<string, string>|null}} setup @returns {string[]} */
export function optionWords({ options }) {
  return Object.entries(options ?? {}).map(([name, value]) => {
    const short = `short.${name}.${value}`;
    return knows(short) ? t(short) : valueTitle(name, value);
  });
}

/** The smaller words of a setup: size, options that are not the usual ones, deal. */
export function setupDetails(setup) {
  const words = [sizeTitle(setup.game, setup.size), ...optionWords(setup)];
  words.push(setup.deal ? t("title.deal", { deal: setup.deal }) : t("title.position"));
  if (setup.arrangement) words.push(t("title.aces", { arrangement: setup.arrangement }));
  return words;
}

/** All of it in one line. */
export function setupTitle(setup) {
  return [gameTitle(setup.game, setup.variant), ...setupDetails(setup)].join(" · ");
}

/** The rules in one line, as the game says them. */
export function rulesLine({ rules }) {
  return rules[language()] ?? rules.en;
}
