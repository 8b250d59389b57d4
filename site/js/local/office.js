/**
 * The office: answers what the page asks, in the words of the server (docs/web-api.md), with workers instead of processes.
 *
 * One worker answers requests; searches have others, so that neither waits for the other.  A search is cancelled by ending its
 * worker: a module that searches hears nothing.
 */

import { ANSWER, PROGRESS, REFUSED } from "./messages.js";

/** Searches at a time. */
const SEARCHERS = Math.max(1, Math.min(3, (navigator.hardwareConcurrency ?? 2) - 1));
/** Messages of a worker that ends its turn. */
const FATAL = "the search ended unexpectedly: it may have run out of memory";

/** A worker and what it is doing. */
class Hand {
  /** @param {() => Promise<object>} load gives the module and the list of games */
  constructor(load) {
    this.load = load;
    this.worker = null;
    this.task = null;
  }

  async start(task) {
    this.task = task;
    const kit = await this.load();
    if (this.task !== task) return; // Cancelled meanwhile.
    if (!this.worker) {
      this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      this.worker.postMessage(kit);
      this.worker.addEventListener("message", ({ data }) => this.#heard(data));
      this.worker.addEventListener("error", (event) => {
        event.preventDefault();
        this.stop();
        this.#end({ type: REFUSED, message: FATAL });
      });
    }
    this.worker.postMessage(task.question);
  }

  #heard(message) {
    if (!this.task) return;
    if (message.type === PROGRESS) this.task.told(message);
    else this.#end(message);
  }

  #end(message) {
    const { task } = this;
    this.task = null;
    task?.ended(message);
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** End what it is doing, for good. */
  drop() {
    this.stop();
    this.task = null;
  }
}

export class Office {
  #place;
  #kit = null;
  #desk;
  #waiting = [];
  #searchers;
  #requests = [];

  /** @param {URL} place where the page's files are */
  constructor(place) {
    this.#place = place;
    this.#load().catch(() => {}); // Whoever asks hears of it.
    this.#desk = new Hand(() => this.#load());
    this.#searchers = Array.from({ length: SEARCHERS }, () => new Hand(() => this.#load()));
  }

  /** The module and the list of games; if they cannot be had now, they are asked for again next time. */
  #load() {
    this.#kit ??= Promise.all([
      WebAssembly.compileStreaming(fetch(new URL("kernel.wasm", this.#place))),
      fetch(new URL("games.json", this.#place)).then((response) => response.json()),
    ]).then(
      ([module, shelf]) => ({ module, shelf }),
      (error) => {
        this.#kit = null;
        throw error;
      },
    );
    return this.#kit;
  }

  // -- requests ------------------------------------------------------------------------------------------

  async request(path, init) {
    const { shelf } = await this.#load(); // A kernel that cannot be loaded is a server that is away.
    if (path === "/api/health") return Response.json({ status: "ok" });
    if (path === "/api/games") return Response.json({ games: shelf.games });
    if (path.startsWith("/api/surveys")) return Response.json({ store: false, surveys: [] });
    if (path.startsWith("/api/reports")) return Response.json({ store: false, reports: [] });
    const body = init.body ? JSON.parse(init.body) : {};
    const said = await new Promise((ended) => {
      this.#requests.push({ question: { path, body }, ended, told() {} });
      this.#next();
    });
    if (said.type === REFUSED) return Response.json({ error: said.message }, { status: 422 });
    const { text, media, name } = said.file ?? {};
    if (!said.file) return Response.json(said.answer);
    return new Response(text, { headers: { "Content-Type": media, "Content-Disposition": `attachment; filename="${name}"` } });
  }

  /** Requests are answered one after another. */
  #next() {
    if (this.#desk.task || this.#requests.length === 0) return;
    const task = this.#requests.shift();
    const { ended } = task;
    task.ended = (said) => {
      ended(said);
      this.#next();
    };
    this.#desk.start(task);
  }

  // -- questions -----------------------------------------------------------------------------------------

  connect() {
    const office = this;
    const socket = new EventTarget();
    const say = (message) => socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
    Object.assign(socket, {
      readyState: WebSocket.OPEN,
      send(text) {
        const message = JSON.parse(text);
        if (message.type === "ask") office.#ask(message, say);
        else office.#cancel(message.id);
      },
      close() {
        socket.readyState = WebSocket.CLOSED;
        socket.dispatchEvent(new Event("close"));
      },
    });
    this.#load().then(
      () => socket.dispatchEvent(new Event("open")),
      () => socket.close(),
    );
    return socket;
  }

  #ask(ask, say) {
    const task = { question: { ask }, id: ask.id, say, latest: {} };
    task.told = (progress) => {
      task.latest = progress.answer;
      say({ ...progress.answer, type: "progress", id: ask.id });
    };
    task.ended = (said) => {
      if (said.type === ANSWER) say({ ...said.answer, type: "answer", id: ask.id, what: ask.what });
      else say({ type: "error", id: ask.id, message: said.message });
      this.#search();
    };
    this.#waiting.push(task);
    this.#search();
  }

  #search() {
    for (const hand of this.#searchers) if (!hand.task && this.#waiting.length > 0) hand.start(this.#waiting.shift());
    this.#waiting.forEach((task, index) => task.say({ type: "queued", id: task.id, place: index + 1 }));
  }

  #cancel(id) {
    const hand = this.#searchers.find(({ task }) => task?.id === id);
    const task = hand?.task ?? this.#waiting.find((waiting) => waiting.id === id);
    if (!task) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== task);
    hand?.drop();
    const { expanded = 0, generated = 0, stored = 0, bytes = 0, seconds = 0, lower = 0, profile = [] } = task.latest;
    const known = { expanded, generated, stored, bytes, seconds, lower, profile };
    const answer = { verdict: "cancelled", outcome: "CANCELLED", moves: null, length: null, proved_shortest: false, upper: null };
    task.ended({ type: ANSWER, answer: { ...answer, ...known, proof: "exact", error_bound: 0, algorithm: "", hint: null } });
  }
}
