/**
 * The desk: requests and questions in the words of the server, answered by the kernel.
 *
 * Nothing here knows a rule.  What it adds to the kernel's answers is what the server adds: titles, random numbers, files, verdicts.
 */

import { Kernel, OutOfMemory, Refused } from "./kernel.js";
import { setupOfJson, jsonOf } from "./position.js";

/** Random deals are drawn from 1 to this, so that people can read the number to one another. */
const RANDOM_DEALS = 10 ** 9;
/** Bytes of a search: less than the 4 GiB that a module can have, for what is not counted. */
const MOST_MEMORY = 3 * 2 ** 30;
const SECONDS = { win: 10, solve: 60, hint: 20, shortest: 120, winnable: 60, daily: 60 };
/** Of the deal of the day: positions that may be expanded to solve it, and deals that are looked at (web/daily.py). */
const DAILY_NODES = 100_000;
const MOST_DAILY = 1000;
/** A random deal gets this part of the time in which a winnable one has to be found. */
const TRY_SHARE = 8;
const LEAST_TRY_SECONDS = 2;
const VERDICTS = { SOLVED: "won", UNSOLVABLE: "lost", CANCELLED: "cancelled" };

export class Desk {
  #kernels = new Map();
  #shelf;
  /** Deals by game and name, once they are needed. */
  listed = {};

  /** @param {{games: object[], drawn: object, modules: object, version: string}} shelf */
  constructor(shelf) {
    this.#shelf = shelf;
  }

  /** A module that questions need. @param {string} name @param {WebAssembly.Module} module */
  learn(name, module) {
    this.#kernels.set(name, new Kernel(module));
  }

  /** @returns {Kernel} */
  #kernel({ game }) {
    const kernel = this.#kernels.get(this.#shelf.modules[game]);
    if (kernel) return kernel;
    const known = this.#shelf.games.flatMap(({ name, variants }) => [name, ...variants.filter((variant) => variant !== name)]);
    throw new Refused(`unknown game '${game}': expected one of ${known.join(", ")}`);
  }

  // -- requests ------------------------------------------------------------------------------------------

  /** @returns {{answer: object}|{file: {text: string, media: string, name: string}}} */
  request(path, body) {
    if (path === "/api/state") return { answer: this.#titled(this.#ask("state", body.setup, body.moves ?? [])) };
    if (path === "/api/line") return { answer: this.#titled(this.#ask("line", body.setup, body.moves ?? [])) };
    if (path === "/api/random") return { answer: this.#random(body) };
    if (path === "/api/analyse") return { answer: this.#ask("analysis", body.setup, body.moves ?? []) };
    if (path === "/api/guide") return { answer: this.#guide(body) };
    if (path === "/api/export") return this.#file(body).then((file) => ({ file }));
    if (path === "/api/enter") return { answer: {} };
    throw new Refused("that needs a server: yomikiri serve has it");
  }

  /** Ask about a line; a deal that is listed is opened by its position and keeps its name. */
  #ask(what, setup, moves, ...more) {
    const listed = this.#listed(setup);
    const plain = listed ?? this.#plain(setup);
    const answer = this.#kernel(plain).ask(what, plain, moves, ...more);
    if (listed && answer?.setup) Object.assign(answer.setup, { deal: setup.deal, position: null });
    return answer;
  }

  #listed(setup) {
    const found = this.listed[setup.game]?.[setup.deal ?? ""];
    if (!found) return null;
    return { ...setup, deal: null, position: found.position, size: setup.size ?? null, options: { ...found.options, ...setup.options } };
  }

  /** A setup whose game has its own name, and whose position is text. */
  #plain(setup) {
    const known = this.#shelf.games.some(({ name }) => name === setup.game);
    const entry = known ? null : this.#shelf.games.find(({ variants }) => variants.includes(setup.game));
    const named = entry && !setup.variant ? { ...setup, game: entry.name, variant: setup.game } : setup;
    return named.position?.trimStart().startsWith("{") ? setupOfJson(named) : named;
  }

  #titled(told) {
    const { setup } = told;
    const entry = this.#shelf.games.find(({ name }) => name === setup.game);
    const title = setup.variant ? entry.variant_titles[setup.variant] : entry.title;
    const options = Object.entries(setup.options).map(([name, value]) => `${name} ${value}`);
    const deal = setup.deal === null ? "a position" : `deal ${setup.deal}`;
    const aces = setup.arrangement === null ? [] : [`aces ${setup.arrangement}`];
    return { ...told, title: [`${title.en} ${setup.size}`, ...options, deal, ...aces].join(", ") };
  }

  #random(rules) {
    const entry = this.#plain({ ...rules, deal: null });
    const most = Math.min(RANDOM_DEALS, this.#shelf.drawn[entry.game] ?? RANDOM_DEALS);
    // Drawn anew where the rest of the range would favour small numbers.
    const limit = 2 ** 32 - (2 ** 32 % most);
    let drawn = limit;
    while (drawn >= limit) [drawn] = crypto.getRandomValues(new Uint32Array(1));
    return this.#ask("state", { ...entry, position: null, arrangement: null, deal: String(1 + (drawn % most)) }, []).setup;
  }

  #guide(rules) {
    const plain = this.#plain({ ...rules, deal: null, position: null });
    return this.#kernel(plain).ask("guide", plain, []);
  }

  async #file({ setup, moves, format }) {
    const start = this.#titled(this.#ask("state", setup, []));
    const end = this.#ask("state", setup, moves);
    const { variant, game, size, deal } = start.setup;
    const name = [variant ?? game, size, (deal ?? "position").replaceAll(":", "-")].join("-");
    if (format === "json") {
      const record = { setup: start.setup, title: start.title, position: jsonOf(start), moves: end.moves, won: end.won, version: this.#shelf.version };
      return { text: JSON.stringify(record, null, 1), media: "application/json", name: `${name}.json` };
    }
    if (format === "svg") {
      const { movingSvg } = await import("./moving-svg.js");
      return { text: movingSvg(this.#ask("line", setup, moves).states, start.title), media: "image/svg+xml", name: `${name}.svg` };
    }
    if (format !== "text") throw new Refused(`a file of the form ${format} needs a server: yomikiri serve makes it`);
    const lines = [];
    for (let at = 0; at < end.moves.length; at += 10) lines.push(end.moves.slice(at, at + 10).join(" "));
    const words = [start.title, "", start.text, "", `${end.moves.length} moves, ${end.won ? "won" : "not won"}:`, ...lines, ""];
    return { text: words.join("\n"), media: "text/plain; charset=utf-8", name: `${name}.txt` };
  }

  // -- questions -----------------------------------------------------------------------------------------

  /** The answer to a question; `tell` hears of the progress. */
  answer(ask, tell) {
    const seconds = ask.seconds ?? SECONDS[ask.what];
    if (ask.what === "winnable") return this.#winnable(ask.setup, seconds, tell);
    if (ask.what === "daily") return this.#daily(ask.setup, seconds);
    const { setup, moves = [] } = ask;
    const known = ask.what === "win" ? this.#ask("look", setup, moves) : null;
    const said = known ? answerOf(known) : this.#search(setup, moves, { shortest: ask.what === "shortest", seconds, memory: ask.memory }, tell);
    if (ask.what !== "hint") return said;
    const next = said.moves?.[0];
    const hint = next === undefined ? null : this.#ask("state", setup, moves).legal.find(({ text }) => text === next);
    return { ...said, hint: hint ?? null };
  }

  #search(setup, moves, { shortest = false, seconds, memory }, tell) {
    const glance = new Glances(tell);
    const limit = Math.min(memory ?? MOST_MEMORY, MOST_MEMORY);
    const opened = this.#listed(setup) ?? this.#plain(setup);
    try {
      const found = this.#kernel(opened).solve(opened, moves, { shortest, seconds, memory: limit }, (...counts) => glance.tell(...counts));
      return { ...answerOf(found), profile: glance.profile };
    } catch (error) {
      if (!(error instanceof OutOfMemory)) throw error;
      return { ...answerOf({ ...NOTHING, ...glance.latest, outcome: "MEMORY_LIMIT" }), profile: glance.profile };
    }
  }

  /** The deal of the day, and how hard it is: of those that the date draws the first that is solved. */
  #daily({ deal: date, ...rules }, seconds) {
    const plain = this.#plain({ ...rules, position: null, arrangement: null, deal: date });
    const kernel = this.#kernel(plain);
    const { arrangements } = this.#shelf.games.find(({ name }) => name === plain.game);
    const ends = performance.now() + seconds * 1000;
    const open = (outcome) => answerOf({ ...NOTHING, outcome });
    for (let before = 0; before < MOST_DAILY; before += 1) {
      const deal = String(kernel.ask("daily", plain, [], this.#shelf.drawn[plain.game], before));
      for (const arrangement of arrangements.length > 0 ? arrangements : [null]) {
        if (performance.now() > ends) return open("TIME_LIMIT");
        const dealt = { ...plain, deal, arrangement };
        const { level } = kernel.ask("rating", dealt, [], DAILY_NODES, MOST_MEMORY);
        if (level) return { ...open("SOLVED"), setup: kernel.ask("state", dealt, []).setup, level, date };
      }
    }
    return open("NODE_LIMIT");
  }

  /** A random deal that can be won: deals are tried until one is. */
  #winnable(rules, seconds, tell) {
    const share = Math.max(LEAST_TRY_SECONDS, seconds / TRY_SHARE);
    const ends = performance.now() + seconds * 1000;
    let last = answerOf({ ...NOTHING, outcome: "TIME_LIMIT" });
    while (performance.now() < ends) {
      const setup = this.#random(rules);
      const { arrangements } = this.#shelf.games.find(({ name }) => name === setup.game);
      for (const arrangement of arrangements.length > 0 ? arrangements : [null]) {
        const left = (ends - performance.now()) / 1000;
        if (left <= 0) break;
        const chosen = { ...setup, arrangement };
        const known = this.#ask("look", chosen, []);
        last = known ? answerOf(known) : this.#search(chosen, [], { seconds: Math.min(left, share) }, tell);
        if (last.outcome === "SOLVED") return { ...last, setup: chosen };
      }
    }
    return { ...last, outcome: "TIME_LIMIT", verdict: "open", moves: null, length: null };
  }
}

const NOTHING = { moves: null, proved_shortest: false, lower: 0, upper: null, proof: "exact", error_bound: 0, expanded: 0, generated: 0, stored: 0, bytes: 0, seconds: 0, algorithm: "" };

/** What the kernel found, as the page gets it. */
function answerOf(found) {
  // At a limit there may be a solution that is not proved shortest: won, all the same.
  const usual = found.moves === null ? "open" : "won";
  return { ...found, verdict: VERDICTS[found.outcome] ?? usual, length: found.moves?.length ?? null };
}

/** Progress as the page gets it, with the work by lower bound. */
class Glances {
  #levels = new Map();
  #expanded = 0;
  latest = {};

  constructor(tell) {
    this.say = tell;
  }

  tell(expanded, generated, stored, open, bytes, seconds, lower) {
    if (expanded < this.#expanded) this.#expanded = 0; // Another search of the same question has begun.
    this.#levels.set(lower, (this.#levels.get(lower) ?? 0) + expanded - this.#expanded);
    this.#expanded = expanded;
    this.latest = { expanded, generated, stored, bytes, seconds, lower };
    const rate = seconds > 0 ? expanded / seconds : 0;
    this.say({ ...this.latest, open, rate, upper: null, note: "", profile: this.profile });
    return false;
  }

  /** How many positions were expanded while the lower bound had each value, as far as it was told. */
  get profile() {
    return [...this.#levels].filter(([level, count]) => level > 0 && count > 0).sort(([one], [other]) => one - other);
  }
}
