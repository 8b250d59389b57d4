/**
 * What a win is worth: its time, its hints, and its moves beside the shortest solution, which is looked for if nobody knows it.
 */

import { h, shown, write } from "../ask/dom.js";
import { run } from "../ask/jobs.js";
import { fromAnswer, learn, lookup } from "../ask/verdicts.js";
import { languages, t } from "../i18n.js";
import { clockTime } from "./clock.js";
import { session } from "./session.js";

/** How long the shortest solution is looked for. */
const SECONDS = 20;

/** @param {{store: object}} context */
export function mountWinning({ store }) {
  const game = h("span", { class: "won-line", id: "won-game" });
  const shortest = h("span", { class: "won-line", id: "won-shortest", "aria-live": "polite" });
  document.querySelector(".won-text").append(game, shortest);
  let job = null;
  /** What is known of the deal: `{length, proved, lower}`. */
  let known = null;

  function draw() {
    const { won, hints } = session.game ?? {};
    shown(game, Boolean(won));
    shown(shortest, false);
    if (!won || !store.state?.won) return;
    write(game, [t("won.time", { time: clockTime(session.seconds) }), t(hints ? "won.hints" : "won.unaided", { n: hints })].join(" "));
    shown(shortest, job !== null || known !== null);
    write(shortest, known ? compared() : t("won.seeking"));
  }

  function compared() {
    const n = store.moves.length;
    const { length, proved, lower } = known;
    if (proved) return n <= length ? t("won.best") : t("won.proved", { n: length });
    const best = Math.min(n, length ?? n);
    return t(lower > 0 ? "won.known" : "won.found", { n: best, lower });
  }

  function stop() {
    job?.drop();
    job = null;
    known = null;
  }

  function look() {
    const { setup } = store;
    const verdict = lookup(setup, []);
    if (verdict?.shortest && verdict.line) {
      known = { length: verdict.line.length, proved: true };
      return;
    }
    job = run(
      { what: "shortest", setup, moves: [], seconds: SECONDS },
      {
        upper: store.moves.length,
        settled(ended) {
          const { answer } = ended;
          if (answer?.verdict === "won") learn(setup, [], fromAnswer(answer));
          if (ended !== job) return;
          job = null;
          if (answer) known = { length: answer.moves ? answer.length : null, proved: Boolean(answer.proved_shortest), lower: answer.lower ?? 0 };
          draw();
        },
      },
    );
  }

  // The session hears of a change first: it was there before.
  let fresh = false;
  session.addEventListener("won", () => {
    fresh = true;
  });
  store.addEventListener("change", ({ detail: { kind } }) => {
    stop();
    // Back at the end of what was won, it is compared again; a line of the engine's is not.
    const back = session.game?.won && store.state.won && ["play", "redo", "start"].includes(kind);
    if (fresh || back) look();
    fresh = false;
    draw();
  });
  languages.addEventListener("change", draw);
}
