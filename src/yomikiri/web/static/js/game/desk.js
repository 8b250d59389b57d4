/**
 * The desk: one dialog with a few pages, each drawn anew when it is turned to, when the language changes, and when its module
 * asks for it.
 *
 * @typedef {{name: string, draw: (place: HTMLElement) => void}} Page  the title is the text `desk.NAME`
 */

import { closeOutside } from "../chooser.js";
import { languages, t, translate } from "../i18n.js";
import { h, icon } from "../ask/dom.js";

export class Desk {
  #pages = new Map();
  #tabs = h("div", { class: "desk-tabs", role: "tablist", label: "desk.label" });
  #place = h("div", { class: "desk-page", id: "desk-page", role: "tabpanel", tabindex: "0" });
  #dialog;
  #current = null;

  /** @param {Page[]} pages */
  constructor(pages) {
    const close = h("button", { type: "button", class: "icon-button", id: "desk-close", label: "close", onclick: () => this.close() }, icon("m6 6 12 12M18 6 6 18"));
    this.#dialog = h("dialog", { class: "dialog desk", id: "desk", label: "desk.label" }, h("div", { class: "desk-head" }, this.#tabs, close), this.#place);
    for (const page of pages) this.#add(page);
    document.body.append(this.#dialog);
    closeOutside(this.#dialog);
    this.#tabs.addEventListener("keydown", (event) => this.#walk(event));
    languages.addEventListener("change", () => this.redraw());
    translate(this.#dialog.parentNode);
  }

  #add(page) {
    const tab = h("button", { type: "button", role: "tab", id: `desk-${page.name}`, "aria-controls": "desk-page", i18n: `desk.${page.name}`, onclick: () => this.turn(page.name) });
    this.#pages.set(page.name, { page, tab });
    this.#tabs.append(tab);
  }

  #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const names = [...this.#pages.keys()];
    this.turn(names[(names.indexOf(this.#current) + step + names.length) % names.length]);
    this.#pages.get(this.#current).tab.focus();
    event.preventDefault();
  }

  /** Open the desk at a page. @param {string} name */
  open(name) {
    this.turn(name);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#pages.get(name).tab.focus();
  }

  close() {
    this.#dialog.close();
  }

  /** @param {string} name */
  turn(name) {
    this.#current = name;
    for (const [other, { tab }] of this.#pages) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.setAttribute("tabindex", other === name ? "0" : "-1");
    }
    this.#place.setAttribute("aria-label", t(`desk.${name}`));
    this.#place.scrollTop = 0;
    this.redraw();
  }

  redraw() {
    if (this.#current === null) return;
    this.#place.replaceChildren();
    this.#pages.get(this.#current).page.draw(this.#place);
    translate(this.#dialog);
  }
}
