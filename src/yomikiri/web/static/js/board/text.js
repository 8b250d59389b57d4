/**
 * A board of text, for games that have no picture of their own: the position as files have it, and its legal moves as buttons.
 * Below a picture there are buttons for what no click can say: one of several ways of a piece from a hole to another, or back to its own.
 */

import { languages, t } from "../i18n.js";

/** The moves that look like another one on a board, or like none. @param {{from: string, to: string}[]} legal */
function unclear(legal) {
  const ends = ({ from, to }) => `${from} ${to}`;
  const count = new Map();
  for (const move of legal) count.set(ends(move), (count.get(ends(move)) ?? 0) + 1);
  return legal.filter((move) => move.from === move.to || count.get(ends(move)) > 1);
}

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

  /** @param {object} data a board of any kind @param {{text: string, from: string, to: string}[]} legal */
  show(data, legal) {
    const isText = data.kind === "text";
    const moves = isText ? legal : data.kind === "pegs" ? unclear(legal) : [];
    this.#element.hidden = !isText && moves.length === 0;
    this.#lines.hidden = !isText;
    if (this.#element.hidden) return;
    const at = [...this.#moves.children].indexOf(document.activeElement);
    if (isText) this.#lines.textContent = data.lines.join("\n");
    this.#moves.replaceChildren(...moves.map(({ text }) => this.#button(text)));
    // The focus was on a move that has been made: it stays among the moves.
    if (at >= 0) this.#moves.children[Math.min(at, moves.length - 1)]?.focus();
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
