/**
 * A hint: the next move of the best line that is known, marked on the board.
 *
 * The line that a hint comes from is remembered with the verdicts, so that hint after hint leads to the end of one
 * solution instead of wandering between several.
 */

import { cardName, placeName } from "../board/names.js";
import { languages, t } from "../i18n.js";
import { presence } from "../presence.js";
import { announce } from "../view.js";
import { button, h, shown, write } from "./dom.js";
import { run } from "./jobs.js";
import { fromAnswer, learn, lookup, spreadBack } from "./verdicts.js";

const SECONDS = 20;

/** @param {HTMLElement} element @param {{store: EventTarget, board: object}} context */
export function mountHint(element, { store, board }) {
  let job = null;
  let hint = null;
  let message = null;

  const hintButton = button({
    id: "hint",
    text: "hint",
    path: "M9.5 17.5h5M10.5 20.5h3M12 3.5a6 6 0 0 0-3.4 11c.6.4.9 1 .9 1.6h5c0-.6.3-1.2.9-1.6A6 6 0 0 0 12 3.5Z",
    "aria-keyshortcuts": "h",
    onclick: () => give(),
  });
  const text = h("p", { class: "hint-text", id: "hint-text" });
  const playButton = button({ id: "hint-play", text: "hint.play", className: "button small", onclick: () => hint && store.play(hint.text) });
  const result = h("div", { class: "hint-result", id: "hint-result", hidden: true }, text, playButton);

  function clear() {
    job?.drop();
    job = null;
    hint = null;
    message = null;
    hintButton.removeAttribute("aria-busy");
    shown(result, false);
  }

  function draw() {
    if (!shown(result, hint !== null || message !== null)) return;
    shown(playButton, hint !== null);
    const words = hint ? sentence(hint) : t(message.key, message);
    write(text, words);
  }

  function sentence(move) {
    const kind = store.state.board.kind;
    const params = { card: cardName(String(move.cards[0])), place: placeName(kind, move.to), n: move.cards.length };
    if (!move.to) return t("hint.plain", params);
    if (move.to === "home") return t("hint.home", params);
    return t(move.cards.length > 1 ? "hint.run" : "hint.move", params);
  }

  function mark(move) {
    hint = move;
    draw();
    announce(text.textContent);
    store.dispatchEvent(new Event("hinted"));
    board?.mark(move.cards.map(String), "hint");
    board?.arrow?.(String(move.cards[0]), move.to);
  }

  function fail(key, params = {}) {
    message = { key, ...params };
    draw();
    announce(text.textContent);
  }

  function give() {
    const { state, setup, moves } = store;
    if (!state || job?.active) return;
    clear();
    if (state.won) return fail("hint.won");
    const known = lookup(setup, moves);
    if (state.why_lost || known?.verdict === "lost") return fail("hint.lost");
    const move = known?.line && state.legal.find((legal) => legal.text === known.line[0]);
    if (move) return mark(move);
    hintButton.setAttribute("aria-busy", "true");
    job = run({ what: "hint", setup, moves, seconds: SECONDS }, { settled: (ended) => answered(ended, setup, moves) });
    return undefined;
  }

  function answered(ended, setup, moves) {
    if (ended !== job) return;
    hintButton.removeAttribute("aria-busy");
    const { answer } = ended;
    if (!answer) return ended.message ? fail("hint.error", { message: ended.message }) : fail("ask.lost-connection");
    if (answer.verdict === "lost") {
      learn(setup, moves, fromAnswer(answer));
      return fail("hint.lost");
    }
    if (answer.moves?.length) {
      const verdict = { ...fromAnswer(answer), verdict: "won", line: answer.moves };
      learn(setup, moves, verdict);
      spreadBack(setup, moves, verdict);
    }
    return answer.hint ? mark(answer.hint) : fail("hint.none");
  }

  store.addEventListener("change", clear);
  presence.addEventListener("back", () => message?.key === "ask.lost-connection" && clear());
  store.addEventListener("request", ({ detail }) => detail.what === "hint" && give());
  languages.addEventListener("change", draw);
  element.append(result);
  return { button: hintButton, give };
}
