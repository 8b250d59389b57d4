/**
 * The dealer begins games: by name, at random, or at random among those that can be won.  It also remembers where each game
 * was left, so that the tabs lead back to it, also after a reload, and after another visit by what is on the shelf.
 */

import { post } from "./api.js";
import { dropGame, lastOf } from "./game/shelf.js";
import { keep, kept } from "./memory.js";
import { freshRules } from "./rules.js";
import { catalogue } from "./titles.js";
import { run } from "./ask/jobs.js";

/** What a game shows first: a deal that can be won. */
function firstDeal(game) {
  const { first_deal: deal = "1", first_arrangement: arrangement = null } = catalogue.get(game) ?? {};
  return arrangement ? { deal, arrangement } : { deal };
}

const WINNABLE_SECONDS = 60;

export class Dealer extends EventTarget {
  #store;
  #left = new Map(Object.entries(kept("left") ?? {}));
  #search = null;

  constructor(store) {
    super();
    this.#store = store;
    store.addEventListener("change", () => {
      this.#left.set(store.setup.game, { setup: store.setup, moves: store.moves, future: store.future });
      keep("left", Object.fromEntries(this.#left));
    });
  }

  /** Whether a winnable deal is being looked for. */
  get searching() {
    return this.#search !== null;
  }

  /** Begin; resolves to `{state}`, or to `{state: null, message}` if the server refused. */
  async start(setup, moves = [], future = []) {
    let message = "";
    const listen = (event) => {
      message = event.detail.message;
    };
    this.stop();
    this.#store.addEventListener("error", listen);
    const state = await this.#store.start(setup, moves, future);
    this.#store.removeEventListener("error", listen);
    return { state, message };
  }

  /** Go on with a game where it was left, or begin its first deal. */
  async resume(game) {
    const here = this.#left.get(game);
    const left = here?.setup ? here : lastOf(game);
    if (left) {
      const begun = await this.start(left.setup, left.moves, left.future);
      if (begun.state || !begun.message) return begun;
      this.#left.delete(game); // Refused: it was left in another version of the app, perhaps.
      dropGame(left.setup);
    }
    return this.start({ ...freshRules(game), ...firstDeal(game) });
  }

  async random(rules) {
    try {
      const setup = await post("/api/random", plain(rules));
      return await this.start(rules.arrangement ? { ...setup, arrangement: rules.arrangement } : setup);
    } catch (error) {
      return { state: null, message: error.message };
    }
  }

  /** Look for a winnable deal in the background; `found`, `failed` and `searching` events tell how it goes. */
  winnable(rules) {
    this.stop();
    const end = (name, detail = {}) => {
      this.#search = null;
      this.dispatchEvent(new CustomEvent("searching"));
      if (name) this.dispatchEvent(new CustomEvent(name, { detail }));
    };
    const question = { what: "winnable", setup: plain(rules), moves: [], seconds: WINNABLE_SECONDS };
    const settled = async ({ answer, message }) => {
      if (!answer) return end("failed", { message, lost: !message });
      if (answer.verdict !== "won" || !answer.setup) return end(answer.verdict === "cancelled" ? null : "failed");
      end(null);
      return this.start(answer.setup);
    };
    this.#search = run(question, { settled });
    this.dispatchEvent(new CustomEvent("searching"));
  }

  /** Stop looking for a winnable deal. */
  stop() {
    if (!this.#search) return;
    this.#search.drop();
    this.#search = null;
    this.dispatchEvent(new CustomEvent("searching"));
  }
}

/** The rules alone, as requests want them. */
function plain({ game, size = null, variant = null, options = {} }) {
  return { game, size, variant, options };
}
