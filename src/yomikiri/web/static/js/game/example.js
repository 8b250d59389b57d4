/**
 * The goal of a game as a picture that moves: the last moves of a game that reaches it, again and again.
 *
 * The game is the one that is dealt first, solved by the solver; if it is not solved soon, the goal stands still.  Who asked for
 * calm sees the goal, and may set it in motion.
 */

import { post } from "../api.js";
import { button, h, shown } from "../ask/dom.js";
import { run } from "../ask/jobs.js";
import { fromAnswer, learn, lookup } from "../ask/verdicts.js";
import { createBoard } from "../board/board.js";
import { calm } from "../board/flight.js";
import { t, translate } from "../i18n.js";
import { freshRules } from "../rules.js";
import { catalogue } from "../titles.js";

/** Moves that are shown; milliseconds of a move, and at the goal. */
const [LAST, MOVE, REST] = [10, 900, 3000];
const SECONDS = 10;
const [PLAY, PAUSE] = ["M8 5.5v13l11-6.5z", "M8 5.5v13M16 5.5v13"];

/** The boards of the last moves of a game by rules, or none. @type {Map<string, Promise<object[]>>} */
const known = new Map();

/** What is dealt first by the rules of a setup. */
function firstOf({ game, size, variant, options }) {
  const { first_deal: deal = "1", first_arrangement: arrangement = null } = catalogue.get(game) ?? {};
  return { ...freshRules(game), size, variant, options, deal, ...(arrangement ? { arrangement } : {}) };
}

function solved(setup) {
  const line = lookup(setup, [])?.line;
  if (line) return Promise.resolve(line);
  return new Promise((found) => {
    run(
      { what: "solve", setup, moves: [], seconds: SECONDS },
      {
        quiet: true,
        settled({ answer }) {
          if (answer?.moves) learn(setup, [], fromAnswer(answer));
          found(answer?.moves ?? null);
        },
      },
    );
  });
}

async function boardsOf(setup) {
  const moves = await solved(setup);
  if (!moves?.length) return [];
  const { states } = await post("/api/line", { setup, moves });
  return states.slice(-LAST - 1);
}

function boards(setup) {
  const first = firstOf(setup);
  const key = JSON.stringify(first);
  if (!known.has(key)) {
    known.set(key, boardsOf(first));
    known.get(key).then(
      (found) => found.length === 0 && known.delete(key),
      () => known.delete(key),
    );
  }
  return known.get(key).catch(() => []);
}

export class Example {
  element;
  #picture;
  #board = null;
  #play;
  #states = [];
  #at = 0;
  #timer = 0;
  #setup = null;

  /** @param {{id: string, height: number}} how `id` of the picture, and how high it may be */
  constructor({ id, height }) {
    this.height = height;
    this.#picture = h("div", { class: "board-area example-board", id });
    this.#play = button({ id: `${id}-play`, text: "example.play", path: PLAY, className: "button small", onclick: () => (this.#timer ? this.stop() : this.start()) });
    this.element = h("figure", { class: "example" }, this.#picture, this.#play);
  }

  /** Show the goal, and move as soon as there is something to show. @param {object} setup @param {object} goal a board */
  async show(setup, goal) {
    this.stop();
    this.#setup = setup;
    this.#states = [];
    shown(this.#play, false);
    this.#board ??= createBoard(this.#picture, { maxHeight: this.height });
    this.#board.show(goal, { label: () => t("rules.goal") });
    const found = await boards(setup);
    if (this.#setup !== setup || found.length === 0) return;
    this.#states = found;
    this.#at = found.length - 1;
    shown(this.#play, true);
    if (!calm()) this.start();
    this.#draw();
  }

  #draw() {
    const words = this.#play.querySelector("span");
    words.dataset.i18n = this.#timer ? "example.pause" : "example.play";
    this.#play.querySelector("path").setAttribute("d", this.#timer ? PAUSE : PLAY);
    translate(this.element);
  }

  start() {
    this.#step();
    this.#draw();
  }

  stop() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#draw();
  }

  #step() {
    if (!this.#picture.isConnected || this.#picture.offsetParent === null) {
      this.#timer = 0;
      return;
    }
    const last = this.#states.length - 1;
    this.#at = this.#at === last ? 0 : this.#at + 1;
    this.#board.show(this.#states[this.#at], { animate: this.#at > 0, label: () => t("rules.goal") });
    this.#timer = window.setTimeout(() => this.#step(), this.#at === last ? REST : MOVE);
  }
}
