/**
 * The address bar always holds a link to what is shown; a new deal, another view and another survey are steps that the
 * browser's back button takes back.
 *
 * A link that cannot be opened is said so and replaced: what stays in the bar is what is on the table.  Moves that were taken
 * back are no part of a link, which would give them away to whoever it is sent to; the browser keeps them beside its entry
 * of the history, so that they outlive a reload.
 */

import { restAfter } from "./game/shelf.js";
import { readLink, writeLink } from "./link.js";
import { complain, troubleOf } from "./notice.js";
import { presence } from "./presence.js";
import { BadStudy } from "./study/bad-study.js";
import { fromMovesText } from "./study/notation.js";
import { openStudy } from "./study/opening.js";
import { goTo, place, places, readPlace, writePlace } from "./surveys/place.js";
import { showView, view, views } from "./view.js";

/**
 * @param {{store: object, dealer: import("./dealer.js").Dealer, first: () => Promise<object>}} context `first` begins a game
 *        when no link names one
 * @returns {Promise<void>} when what the address names is open
 */
export function mountAddress({ store, dealer, first }) {
  let opening = false;
  let waiting = null;

  const shown = () => (view() === "surveys" ? writePlace(place()) : store.setup ? writeLink(store.setup, store.moves) : "");

  function write(step) {
    const hash = shown();
    if (!hash || opening) return;
    const beside = view() === "play" ? { future: store.future } : null;
    if (step && hash !== window.location.hash) window.history.pushState(beside, "", hash);
    else window.history.replaceState(beside, "", hash);
  }

  store.addEventListener("change", ({ detail }) => {
    if (detail.kind === "start" && !opening) showView("play");
    if (view() === "play") write(detail.kind === "start" && detail.previous !== null);
  });
  views.addEventListener("change", () => write(true));
  places.addEventListener("change", ({ detail }) => view() === "surveys" && write(detail.step));

  async function open() {
    const hash = window.location.hash;
    const words = new URLSearchParams(hash.slice(1));
    opening = true;
    waiting = null;
    let trouble = null;
    try {
      if (words.get("view") === "surveys") {
        goTo(readPlace(words), { step: false });
        showView("surveys");
        if (!store.state) await first();
      } else {
        showView("play");
        trouble = await openGame(hash, words);
      }
    } finally {
      opening = false;
    }
    if (!store.state) waiting = hash;
    if (waiting === null) write(false);
    if (trouble) complain(trouble);
  }

  /** Open the game that a link names; what is wrong with the link, or null. */
  async function openGame(hash, words) {
    const link = readLink(hash);
    if (!link) {
      if (!store.state) await first();
      return [...words].length > 0 ? { key: "error.link.game" } : null;
    }
    if (link.study) return openLinkedStudy(hash, link);
    if (store.setup && writeLink(link.setup, link.moves) === writeLink(store.setup, store.moves)) return null;
    const beside = window.history.state?.future;
    const future = Array.isArray(beside) ? beside : restAfter(link.setup, link.moves);
    const { state, message } = await dealer.start(link.setup, link.moves, future);
    if (state) return null;
    if (!message) {
      waiting = hash; // Not the link's fault: it stays, and is opened when the server is back.
      return troubleOf({ message });
    }
    if (!store.state) await first();
    return { key: "error.link", params: { message } };
  }

  /** Open the study that a link carries; what is wrong with it, or null. */
  async function openLinkedStudy(hash, { setup, moves, study }) {
    let trouble = null;
    try {
      const { state, message } = await openStudy(fromMovesText(setup, study), { store, dealer }, moves);
      if (state) return null;
      trouble = troubleOf({ message });
    } catch (error) {
      if (error.lost) {
        waiting = hash;
        return troubleOf(error);
      }
      trouble = error instanceof BadStudy ? { key: `study.bad.${error.key}`, params: error.params } : { key: "error.link", params: { message: error.message } };
    }
    if (!store.state) await first();
    return trouble;
  }

  // Following a link within the page, and the buttons of the browser, change the hash; our own writing does not.
  window.addEventListener("popstate", open);
  presence.addEventListener("back", () => waiting !== null && waiting === window.location.hash && open());
  return open();
}
