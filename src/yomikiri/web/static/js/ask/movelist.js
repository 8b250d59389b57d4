/** The moves of a line as a list of buttons, in any notation of the game; the one shown last is marked and kept in sight. */

import { knows, t } from "../i18n.js";
import { h, shown, write } from "./dom.js";

/** Without those that write every move like a later one: "plain" is often the same as the game's own. */
function distinct(notations) {
  const entries = Object.entries(notations);
  const same = ([, texts], [, others]) => texts.every((text, index) => text === others[index]);
  return Object.fromEntries(entries.filter((one, index) => !entries.slice(index + 1).some((later) => same(one, later))));
}

export class MoveList {
  #notations = {};
  #list = h("ol", { class: "moves", id: "playback-moves", label: "playback.moves" });
  #choice = h("select", { id: "playback-notation", class: "pick", label: "playback.notation" });
  #at = -1;

  /** @param {(index: number) => void} jump gets the number of moves played after the one clicked */
  constructor(jump) {
    this.element = h("div", { class: "movelist" }, this.#choice, this.#list);
    this.#choice.addEventListener("change", () => this.#write());
    this.#list.addEventListener("click", (event) => {
      const clicked = event.target.closest("[data-move]");
      if (clicked) jump(Number(clicked.dataset.move));
    });
    this.#list.addEventListener("keydown", (event) => this.#step(event));
  }

  /**
   * @param {Record<string, string[]>} notations @param {object[]} moves
   * @param {number} first how many of the moves were played before what is watched
   */
  load(notations, moves, first) {
    this.#notations = distinct(notations);
    this.#at = -1;
    const names = Object.keys(this.#notations);
    const kept = names.includes(this.#choice.value) ? this.#choice.value : names[0];
    this.#choice.replaceChildren(...names.map((name) => h("option", { value: name, selected: name === kept }, this.#name(name))));
    shown(this.#choice, names.length > 1);
    this.#list.replaceChildren(
      ...moves.map((_, index) => h("li", {}, h("button", { type: "button", "data-move": index + 1, tabindex: -1, class: index < first ? "past" : "" }))),
    );
    this.#write();
  }

  #name(name) {
    return knows(`notation.${name}`) ? t(`notation.${name}`) : name;
  }

  /** The moves in the notation chosen. */
  texts() {
    return this.#notations[this.#choice.value] ?? Object.values(this.#notations)[0] ?? [];
  }

  translate() {
    for (const option of this.#choice.options) option.textContent = this.#name(option.value);
  }

  #write() {
    const texts = this.texts();
    this.#buttons().forEach((one, index) => write(one, texts[index] ?? ""));
  }

  #buttons() {
    return [...this.#list.querySelectorAll("button")];
  }

  /** Mark the move that led to the position after `at` moves; one button of the list can be reached by Tab. */
  select(at) {
    const buttons = this.#buttons();
    buttons[this.#at - 1]?.removeAttribute("aria-current");
    for (const one of this.#list.querySelectorAll('[tabindex="0"]')) one.setAttribute("tabindex", "-1");
    this.#at = at;
    const current = buttons[at - 1] ?? buttons[0];
    current?.setAttribute("tabindex", "0");
    if (at === 0) {
      this.#list.scrollTop = 0;
      return;
    }
    current.setAttribute("aria-current", "step");
    const item = current.parentElement;
    const [top, bottom] = [item.offsetTop - this.#list.offsetTop, item.offsetTop - this.#list.offsetTop + item.offsetHeight];
    // The list scrolls, the page does not.
    if (top < this.#list.scrollTop) this.#list.scrollTop = top - 4;
    else if (bottom > this.#list.scrollTop + this.#list.clientHeight) this.#list.scrollTop = bottom - this.#list.clientHeight + 4;
  }

  #step(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    const buttons = this.#buttons();
    const next = buttons[buttons.indexOf(document.activeElement) + by];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    next.click();
  }
}
