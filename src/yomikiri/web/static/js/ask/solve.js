/** "Show me": finds a solution from here and plays it on the board. */

import { languages, t } from "../i18n.js";
import { presence } from "../presence.js";
import { announce } from "../view.js";
import { button, h, shown, write } from "./dom.js";
import { run } from "./jobs.js";
import { fromAnswer, learn, lookup, spreadBack } from "./verdicts.js";

const SECONDS = 60;

/** @param {HTMLElement} element @param {{store: EventTarget, watch: (moves: string[]) => void}} context */
export function mountSolve(element, { store, watch }) {
  let job = null;
  let message = null;
  const start = button({ id: "solve", text: "solve", path: "M8 5.5v13l11-6.5z", onclick: () => begin() });
  const text = h("p", { class: "solve-text", id: "solve-text", hidden: true });
  element.append(text);

  function say(next) {
    message = next;
    draw();
    if (message) announce(text.textContent);
  }

  function draw() {
    if (shown(text, message !== null)) write(text, t(message.key, message));
  }

  function clear() {
    job?.drop();
    job = null;
    start.removeAttribute("aria-busy");
    say(null);
  }

  function begin() {
    const { setup, moves, state } = store;
    if (!state || job?.active) return;
    clear();
    if (state.won) return say({ key: "hint.won" });
    const known = lookup(setup, moves);
    if (known?.verdict === "lost") return say({ key: "solve.lost" });
    if (known?.line) return watch(known.line);
    start.setAttribute("aria-busy", "true");
    job = run({ what: "solve", setup, moves, seconds: SECONDS }, { settled: (ended) => settled(ended, setup, moves) });
    return undefined;
  }

  function settled(ended, setup, moves) {
    const { answer } = ended;
    if (answer?.verdict === "won" || answer?.verdict === "lost") {
      spreadBack(setup, moves, learn(setup, moves, fromAnswer(answer)));
    }
    if (ended !== job) return undefined;
    start.removeAttribute("aria-busy");
    if (answer?.moves?.length) return watch(answer.moves);
    if (!answer) return say(ended.message ? { key: "hint.error", message: ended.message } : { key: "ask.lost-connection" });
    return say({ key: answer.verdict === "lost" ? "solve.lost" : answer.verdict === "cancelled" ? "solve.cancelled" : "solve.open" });
  }

  store.addEventListener("change", clear);
  presence.addEventListener("back", () => message?.key === "ask.lost-connection" && clear());
  languages.addEventListener("change", draw);
  return { button: start };
}
