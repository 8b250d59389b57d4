/**
 * The dialog that takes studies away and brings them in: as text, as JSON, as a link; copied, saved, pasted, from a file.  The
 * line on the table can be taken away alone, in any notation of the game, and as a picture that moves.
 */

import { post } from "../api.js";
import { mountExports } from "../ask/exports.js";
import { button, h, icon, shown, write } from "../ask/dom.js";
import { closeOutside } from "../chooser.js";
import { fileField } from "../file-field.js";
import { copyText, saveFile } from "../handover.js";
import { knows, languages, t, translate } from "../i18n.js";
import { writeLink } from "../link.js";
import { wordsOf } from "../notice.js";
import { announce } from "../view.js";
import { BadStudy } from "./bad-study.js";
import { keeper } from "./keeper.js";
import { movesText, toText } from "./notation.js";
import { openStudy, readStudy } from "./opening.js";
import { toJson } from "./record.js";

const LARGEST_FILE = 2 * 2 ** 20;
const SHARE = "M12 15V4M8 8l4-4 4 4M5 12v7h14v-7";
const FORMS = { text: { write: toText, ending: "study", media: "text/plain" }, json: { write: toJson, ending: "study.json", media: "application/json" } };

/** Without those that write every move like a later one: "plain" is often the same as the game's own. */
function distinct(notations) {
  const entries = Object.entries(notations);
  const same = ([, texts], [, others]) => texts.every((text, index) => text === others[index]);
  return Object.fromEntries(entries.filter((one, index) => !entries.slice(index + 1).some((later) => same(one, later))));
}

/** @param {{store: object, dealer: object}} context @returns {{button: HTMLElement}} */
export function mountExchange({ store, dealer }) {
  let said = null;
  let notations = {};

  const small = (id, text, onclick) => h("button", { type: "button", class: "button small", id, i18n: text, onclick });
  const note = h("p", { class: "export-note", id: "study-note", hidden: true });
  const input = h("textarea", { id: "study-text", rows: 7, spellcheck: "false", autocomplete: "off" });
  const file = fileField({ id: "study-file", accept: ".study,.txt,.json,text/plain,application/json", read });
  const error = h("p", { class: "dialog-error", id: "study-error", role: "alert", hidden: true });
  const notation = h("select", { id: "line-notation", class: "pick", label: "exchange.notation" });
  const row = h("div", { class: "exchange-row" }, notation);
  const lineBox = h("div", {});
  const close = h("button", { type: "button", class: "icon-button", id: "study-close", label: "close", onclick: () => dialog.close() }, icon("m6 6 12 12M18 6 6 18"));
  const form = h(
    "form",
    { method: "dialog", novalidate: true },
    h("div", { class: "dialog-head" }, h("h2", { id: "exchange-title", i18n: "exchange.title" }), close),
    h("h3", { class: "panel-title", i18n: "exchange.study" }),
    h(
      "div",
      { class: "exchange-row", role: "group", label: "exchange.study" },
      small("study-copy-text", "exchange.copy.text", () => copy("text")),
      small("study-copy-json", "exchange.copy.json", () => copy("json")),
      small("study-save-text", "exchange.save.text", () => save("text")),
      small("study-save-json", "exchange.save.json", () => save("json")),
      small("study-link", "exchange.link", () => link()),
    ),
    note,
    h("h3", { class: "panel-title", i18n: "exchange.line" }),
    row,
    lineBox,
    h("h3", { class: "panel-title", i18n: "exchange.bring" }),
    h("label", { class: "field wide", for: "study-text" }, h("span", { i18n: "exchange.text" }), input),
    file.field,
    error,
    h("div", { class: "dialog-foot" }, h("button", { type: "submit", class: "button primary", id: "study-open", i18n: "exchange.open" })),
  );
  const dialog = h("dialog", { class: "dialog exchange", id: "exchange", "aria-labelledby": "exchange-title" }, form);
  document.body.append(dialog);
  closeOutside(dialog);
  const whole = () => [...store.moves, ...store.future];
  const exports = mountExports(lineBox, row, () => ({ setup: store.setup, moves: whole(), notation: notations[notation.value] ?? whole() }));
  const open = button({ id: "study-share", text: "exchange", path: SHARE, className: "button small", "aria-haspopup": "dialog", onclick: () => show() });

  // -- away ------------------------------------------------------------------------------------------------

  function say(key, params = {}) {
    said = { key, params };
    draw();
    announce(note.textContent);
  }

  function draw() {
    if (shown(note, said !== null)) write(note, t(said.key, said.params));
    for (const option of notation.options) option.textContent = nameOf(option.value);
  }

  const nameOf = (name) => (knows(`notation.${name}`) ? t(`notation.${name}`) : name);

  async function copy(form) {
    say((await copyText(FORMS[form].write(keeper.study))) ? "exchange.copied" : "export.no-copy");
  }

  function save(form) {
    const { game, variant, size, deal } = store.setup;
    const { ending, media, write: written } = FORMS[form];
    const name = `${[variant ?? game, size, deal ?? "position"].filter(Boolean).join("-").replaceAll(/[^\w.-]+/g, "-")}.${ending}`;
    saveFile(name, new Blob([written(keeper.study)], { type: media }));
    say("export.saved", { name });
  }

  async function link() {
    const address = new URL(writeLink(store.setup, store.moves, movesText(keeper.study)), window.location.href);
    say((await copyText(address.href)) ? "exchange.linked" : "export.no-copy");
  }

  // -- in --------------------------------------------------------------------------------------------------

  function refuse(words) {
    if (shown(error, words !== null)) write(error, words);
    if (words === null) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
  }

  async function bring() {
    try {
      const { state, message } = await openStudy(readStudy(input.value), { store, dealer });
      if (!state) return refuse(wordsOf({ message, key: "error.server" }));
    } catch (problem) {
      if (problem instanceof BadStudy) return refuse(t(`study.bad.${problem.key}`, problem.params));
      return refuse(wordsOf({ message: problem.message, key: "error.server" }));
    }
    dialog.close();
    input.value = "";
    return announce(t("exchange.opened"));
  }

  input.addEventListener("input", () => refuse(null));
  async function read(chosen) {
    if (chosen.size > LARGEST_FILE) return refuse(t("paster.large"));
    input.value = await chosen.text();
    return refuse(null);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    bring();
  });

  // -- opening ---------------------------------------------------------------------------------------------

  async function show() {
    said = null;
    file.clear();
    refuse(null);
    exports.reset();
    draw();
    shown(notation, false);
    dialog.showModal();
    try {
      notations = distinct((await post("/api/line", { setup: store.setup, moves: whole() })).notations);
    } catch {
      notations = {}; // The moves as they are, then.
    }
    notation.replaceChildren(...Object.keys(notations).map((name) => new Option(nameOf(name), name)));
    shown(notation, notation.options.length > 1);
  }

  languages.addEventListener("change", draw);
  translate(dialog.parentNode);
  return { button: open };
}
