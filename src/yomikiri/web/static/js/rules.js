/**
 * The fields that choose the rules of a game (variant, size, options), for the dialogs.  What is offered comes from the
 * server's list of games; nothing about a particular game is written here.
 */

import { knows, t } from "./i18n.js";
import { catalogue, gameTitle, sizeTitle, valueTitle } from "./titles.js";

/**
 * Options that people like better than those of the server and the papers: what the app deals, and what a link means that
 * does not say.  The games name them.
 */
export function preferredOptions(game) {
  const options = catalogue.get(game)?.options ?? [];
  return Object.fromEntries(options.filter(({ preferred }) => preferred).map(({ name, preferred }) => [name, preferred]));
}

/**
 * What is preferred where nothing is said.
 * @param {string} game or a variant by its own name
 * @param {string} [position] one in JSON may name options of its rules, which then stand
 */
export function preferredFor(game, position = "") {
  let named = {};
  try {
    named = Object(JSON.parse(position).options);
  } catch {
    // Plain text names none.
  }
  const family = [...catalogue.values()].find(({ name, variants }) => name === game || variants.includes(game))?.name;
  return Object.fromEntries(Object.entries(preferredOptions(family)).filter(([name]) => !(name in named)));
}

/** The rules of a game before anything is chosen. */
export function freshRules(game) {
  return { game, size: null, variant: null, options: preferredOptions(game) };
}

/**
 * A labelled select.
 * @param {string} id @param {string} label @param {[string, string][]} choices value and text @param {string} chosen
 */
export function selectField(id, label, choices, chosen) {
  const field = document.createElement("label");
  field.className = "field";
  field.htmlFor = id;
  const words = document.createElement("span");
  words.textContent = label;
  const select = document.createElement("select");
  select.id = id;
  for (const [value, text] of choices) select.add(new Option(text, value, false, value === chosen));
  field.append(words, select);
  return field;
}

/** The games as choices of a select. */
export function gameChoices() {
  return [...catalogue.keys()].map((name) => [name, gameTitle(name)]);
}

/**
 * Fields for the rules of a game.
 * @param {string} prefix of the ids @param {{game, size, variant, options}} rules what is chosen at first
 * @param {{size?: boolean}} [which] a pasted position brings its own size
 * @returns {HTMLElement[]}
 */
export function ruleFields(prefix, rules, { size = true } = {}) {
  const entry = catalogue.get(rules.game);
  const fields = [];
  const usual = entry.variants?.[0] ?? null;
  const variant = rules.variant ?? usual;
  if (entry.variants?.length > 1) {
    const choices = entry.variants.map((name) => [name, gameTitle(rules.game, name)]);
    fields.push(selectField(`${prefix}-variant`, t("chooser.variant"), choices, variant));
  }
  if (size) {
    const chosen = rules.size ?? entry.variant_sizes?.[variant] ?? entry.default_size;
    const sizes = entry.sizes.includes(chosen) ? entry.sizes : [chosen, ...entry.sizes];
    const choices = sizes.map((each) => [each, sizeTitle(rules.game, each)]);
    fields.push(selectField(`${prefix}-size`, t("chooser.size"), choices, chosen));
  }
  for (const option of entry.options ?? []) {
    const label = knows(`option.${option.name}`) ? t(`option.${option.name}`) : option.name;
    const choices = option.values.map((value) => [value, valueTitle(option.name, value)]);
    if (option.default === null) choices.unshift(["", t("chooser.usual")]);
    const chosen = rules.options?.[option.name] ?? option.default ?? "";
    // A goal that was given as a position is no choice of the list, but it must survive the dialog.
    if (chosen && !option.values.includes(chosen)) choices.push([chosen, chosen]);
    const field = selectField(`${prefix}-option-${option.name}`, label, choices, chosen);
    field.querySelector("select").dataset.option = option.name;
    fields.push(field);
  }
  return fields;
}

/** What such fields say, for a request. @param {HTMLElement} form @param {string} prefix @param {string} game */
export function readRules(form, prefix, game) {
  const entry = catalogue.get(game);
  const value = (name) => form.querySelector(`#${prefix}-${name}`)?.value ?? null;
  const variant = value("variant");
  const options = {};
  for (const select of form.querySelectorAll("select[data-option]")) {
    const usual = entry.options.find((option) => option.name === select.dataset.option)?.default ?? "";
    if (select.value && select.value !== usual) options[select.dataset.option] = select.value;
  }
  return { game, size: value("size"), variant: variant === entry.variants?.[0] ? null : variant, options };
}
