/**
 * A board of text, for games that have no picture of their own: the position as files have it, and its legal moves as buttons.
 */

import { languages, t } from "../i18n.js";

export class TextBoard {
  #element = document.createElement("div");
  #lines = document.createElement("pre");
  #moves = document.createElement("div");
  #play;

  /** @param {HTMLElement} container @param {(text: string) => void} play */
  constructor(container, play) {
    this.#play = play;
    this.#element.className = "text-board";
    this.#element.hidden = true;
    this.#lines.className = "text-lines";
    this.#moves.className = "text-moves";
    this.#moves.setAttribute("role", "group");
    this.#element.append(this.#lines, this.#moves);
    container.append(this.#element);
    languages.addEventListener("change", () => this.#name());
    this.#name();
  }

  /** @param {object} data a board of any kind; others than text hide this one @param {{text: string}[]} legal */
  show(data, legal) {
    this.#element.hidden = data.kind !== "text";
    if (this.#element.hidden) return;
    const at = [...this.#moves.children].indexOf(document.activeElement);
    this.#lines.textContent = data.lines.join("\n");
    this.#moves.replaceChildren(...legal.map(({ text }) => this.#button(text)));
    // The focus was on a move that has been made: it stays among the moves.
    if (at >= 0) this.#moves.children[Math.min(at, legal.length - 1)]?.focus();
  }

  #button(text) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.dataset.move = text;
    button.textContent = text;
    button.addEventListener("click", () => this.#play(text));
    return button;
  }

  #name() {
    this.#moves.setAttribute("aria-label", t("label.moves"));
  }
}
