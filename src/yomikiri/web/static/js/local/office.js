/**
 * The office: answers what the page asks, in the words of the server (docs/web-server.md), with workers instead of processes.
 *
 * One worker answers requests; searches have others, so that neither waits for the other.  A search is cancelled by ending its
 * worker: a module that searches hears nothing.  Modules are loaded when the first question about one of their games comes.
 */

import { ANSWER, PROGRESS, REFUSED } from "./messages.js";

/** Searches at a time. */
const SEARCHERS = Math.max(1, Math.min(3, (navigator.hardwareConcurrency ?? 2) - 1));
/** Messages of a worker that ends its turn. */
const FATAL = "the search ended unexpectedly: it may have run out of memory";

/** A worker and what it is doing. */
class Hand {
  /** What the worker has been given. */
  #given = new Set();

  /**
   * @param {(question: object) => Promise<object[]>} kit gives what has to be known to answer, each with an `id`
   * @param {() => Worker|undefined} [ready] gives a worker that is there already, if there is one
   */
  constructor(kit, ready = () => undefined) {
    this.kit = kit;
    this.ready = ready;
    this.worker = null;
    this.task = null;
  }

  async start(task) {
    this.task = task;
    let kit;
    try {
      kit = await this.kit(task.question);
    } catch {
      if (this.task === task) this.#end({ type: REFUSED, message: "", lost: true });
      return;
    }
    if (this.task !== task) return; // Cancelled meanwhile.
    this.hire();
    for (const { id, ...thing } of kit) {
      if (this.#given.has(id)) continue;
      this.#given.add(id);
      this.worker.postMessage(thing);
    }
    this.worker.postMessage(task.question);
  }

  hire() {
    if (this.worker) return;
    this.worker = this.ready() ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#given.clear();
    this.worker.addEventListener("message", ({ data }) => this.#heard(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.stop();
      this.#end({ type: REFUSED, message: FATAL });
    });
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

/** What is asked for once, and again if it could not be had. */
class Once {
  #promise = null;
  /** What came, or null. */
  value = null;

  constructor(fetch) {
    this.fetch = fetch;
  }

  get() {
    this.#promise ??= this.fetch().then(
      (value) => (this.value = value),
      (error) => {
        this.#promise = null;
        throw error;
      },
    );
    return this.#promise;
  }
}

export class Office {
  #shelf;
  #listed;
  #modules = new Map();
  /** The modules with which the worker of requests has answered. */
  #tried = new Set();
  #desk;
  #waiting = [];
  #searchers;
  #requests = [];

  /**
   * @param {{shelf: () => Promise<object>, listed: () => Promise<object>, module: (name: string) => Promise<WebAssembly.Module>,
   *        worker?: () => Worker|undefined}} source where what is needed comes from; see web/shelf.py
   */
  constructor(source) {
    this.source = source;
    this.#shelf = new Once(source.shelf);
    this.#listed = new Once(source.listed);
    const hand = () => new Hand((question) => this.#kit(question), source.worker);
    this.#desk = hand();
    this.#searchers = Array.from({ length: SEARCHERS }, hand);
  }

  /** Hire before there is anything to do: a worker takes a journey to come. */
  open() {
    this.#desk.hire();
    this.#searchers[0].hire();
  }

  /** The list of games. */
  shelf() {
    return this.#shelf.get();
  }

  #module(shelf, game) {
    const known = shelf.games.find(({ name, variants }) => name === game || variants.includes(game));
    const name = shelf.modules[known?.name];
    if (!name) return null;
    if (!this.#modules.has(name)) this.#modules.set(name, new Once(() => this.source.module(name)));
    return { name, once: this.#modules.get(name) };
  }

  /** Whether a game can be played at once, whatever happens to the network; if not, all that it needs is sent for. @param {string} game */
  isReady(game) {
    const module = this.#shelf.value && this.#module(this.#shelf.value, game);
    if (module && this.#tried.has(module.name)) return true;
    if (!this.#shelf.value || module) this.#prepare(game).catch(() => {}); // Then it is not ready.
    return false;
  }

  async #prepare(game) {
    const shelf = await this.#shelf.get();
    const module = this.#module(shelf, game);
    if (!module) return;
    await Promise.all([module.once.get(), this.#listed.get()]);
    const { ok } = await this.request("/api/enter", { body: JSON.stringify({ game }) });
    if (ok) this.#tried.add(module.name);
  }

  /** What a worker has to know before it can answer; nothing is asked for twice. */
  async #kit({ body, ask }) {
    const { setup = body ?? {} } = ask ?? body ?? {};
    const shelf = await this.#shelf.get();
    const kit = [{ id: "shelf", shelf }];
    const module = this.#module(shelf, setup.game);
    if (module) kit.push({ id: module.name, name: module.name, module: await module.once.get() });
    if (setup.deal?.includes(":")) kit.push({ id: "listed", listed: await this.#listed.get() });
    return kit;
  }

  // -- requests ------------------------------------------------------------------------------------------

  /** A request that a worker answers; fails as `fetch` does if something cannot be loaded. @returns {Promise<Response>} */
  async request(path, init) {
    const body = init.body ? JSON.parse(init.body) : {};
    const said = await new Promise((ended) => {
      this.#requests.push({ question: { path, body }, ended, told() {} });
      this.#next();
    });
    if (said.lost) throw new TypeError("not loaded");
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
        if (message.type === "ask") office.#ask(message, say, () => socket.close());
        else office.#cancel(message.id);
      },
      close() {
        socket.readyState = WebSocket.CLOSED;
        socket.dispatchEvent(new Event("close"));
      },
    });
    queueMicrotask(() => socket.dispatchEvent(new Event("open")));
    return socket;
  }

  #ask(ask, say, lose) {
    const task = { question: { ask }, id: ask.id, say, latest: {} };
    task.told = (progress) => {
      task.latest = progress.answer;
      say({ ...progress.answer, type: "progress", id: ask.id });
    };
    task.ended = (said) => {
      if (said.type === ANSWER) say({ ...said.answer, type: "answer", id: ask.id, what: ask.what });
      else if (said.lost) lose();
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
