/**
 * The page in English and Japanese.
 *
 * Every word that the page shows or says goes through `t`.  A dictionary is a flat object from key to text; `{name}` in a
 * text is filled from the parameters.  A text may be an object by plural category (`one`, `other`), chosen by the
 * parameter `n`; or a function of the parameters, for sentences whose order differs between languages.
 *
 * In HTML: `data-i18n="key"` fills the text of an element; `data-i18n-label`, `data-i18n-title` and
 * `data-i18n-placeholder` fill the attributes aria-label, title and placeholder.  `data-i18n-words="key key"` names all texts that
 * an element may show: it keeps room for the widest, so that nothing beside it moves.
 */

import en from "./i18n/en.js";
import ja from "./i18n/ja.js";
import askEn from "./i18n/ask.en.js";
import askJa from "./i18n/ask.ja.js";
import gameEn from "./i18n/game.en.js";
import gameJa from "./i18n/game.ja.js";
import studyEn from "./i18n/study.en.js";
import studyJa from "./i18n/study.ja.js";
import { told } from "./i18n/told.js";
import { recall, remember } from "./memory.js";

const DICTIONARIES = { en: { ...en, ...askEn, ...gameEn, ...studyEn }, ja: { ...ja, ...askJa, ...gameJa, ...studyJa } };
/** Parameters that are such sentences. */
const FOREIGN = new Set(["message", "why"]);
const ATTRIBUTES = { label: "aria-label", title: "title", placeholder: "placeholder" };

export const LANGUAGES = Object.keys(DICTIONARIES);

/** Fires `change` when the language changes. */
export const languages = new EventTarget();

let current = preferred();

function preferred() {
  const wanted = [recall("language"), ...(navigator.languages ?? [navigator.language])];
  for (const tag of wanted) {
    const code = tag?.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(code)) return code;
  }
  return "en";
}

/** The code of the language, `en` or `ja`. */
export function language() {
  return current;
}

/** @param {string} code */
export function setLanguage(code) {
  if (!LANGUAGES.includes(code)) return;
  const changed = code !== current;
  current = code;
  remember("language", code);
  document.documentElement.lang = code;
  translate(document);
  if (changed) languages.dispatchEvent(new CustomEvent("change", { detail: { language: code } }));
}

/**
 * The text of a key in the language of the page.  A missing key gives the key itself: a test looks for those.
 * @param {string} key
 * @param {Record<string, string|number>} [params]
 */
export function t(key, params = {}) {
  let text = DICTIONARIES[current][key] ?? DICTIONARIES.en[key];
  if (text === undefined) return key;
  if (typeof text === "function") return text(params);
  if (typeof text === "object") text = text[new Intl.PluralRules(current).select(params.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? shown(FOREIGN.has(name) ? said(params[name]) : params[name]) : whole));
}

/** A sentence of the server's or the kernel's in the language of the page, as far as it is known there. @param {string} sentence */
export function said(sentence) {
  return told(sentence, current);
}

function shown(value) {
  return typeof value === "number" ? number(value) : String(value);
}

/** A number as people of the language write it. */
export function number(value, options) {
  return new Intl.NumberFormat(current, options).format(value);
}

/** Whether a dictionary knows the key: for names that the server may invent, such as a new option. */
export function knows(key) {
  return key in DICTIONARIES.en;
}

/** Keep room for the widest of some texts, one below the other; the style sheet does it. @param {HTMLElement} element @param {string[]} texts */
export function reserve(element, texts) {
  element.dataset.words = texts.join("\n");
}

/** Fill in the texts of all marked elements at and under `root`. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-i18n]")) element.textContent = t(element.dataset.i18n);
  for (const element of root.querySelectorAll("[data-i18n-words]")) reserve(element, element.dataset.i18nWords.split(" ").map((key) => t(key)));
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    for (const element of root.querySelectorAll(`[data-i18n-${name}]`)) {
      element.setAttribute(attribute, t(element.getAttribute(`data-i18n-${name}`)));
    }
  }
}

export { DICTIONARIES as dictionaries };
