/**
 * The kernel as a WebAssembly module: texts in, JSON out.  There is one for each family of games.
 *
 * A call that fails leaves the module by an exception and what it held is lost, so an instance that has failed is not used
 * again.  Memory never shrinks either: one that has grown large is given up after its answer.
 */

/** Bytes that an instance may keep between two answers. */
const KEPT = 256 * 2 ** 20;

/** Something asked that cannot be answered; `message` is a sentence for people. */
export class Refused extends Error {}
/** There was no more memory. */
export class OutOfMemory extends Error {}

/** What of WASI a module without files may ask for. */
function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  const known = {
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    clock_res_get(_clock, at) {
      view().setBigUint64(at, 1000n, true);
      return 0;
    },
    proc_exit(code) {
      throw new Error(`the module ended with ${code}`);
    },
  };
  const BAD_DESCRIPTOR = 8;
  return new Proxy(known, { get: (all, name) => all[name] ?? (() => BAD_DESCRIPTOR) });
}

export class Kernel {
  #module;
  #instance = null;
  #watch = () => false;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
  }

  #open() {
    if (this.#instance) return this.#instance.exports;
    const memory = () => this.#instance.exports.memory;
    const imports = wasi(memory);
    const needed = WebAssembly.Module.imports(this.#module).filter(({ module }) => module.startsWith("wasi"));
    this.#instance = new WebAssembly.Instance(this.#module, {
      wasi_snapshot_preview1: Object.fromEntries(needed.map(({ name }) => [name, imports[name]])),
      host: {
        fail: (isMemory, at) => {
          const bytes = new Uint8Array(memory().buffer);
          const message = new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
          throw isMemory ? new OutOfMemory(message) : new Refused(message);
        },
        watch: (...counts) => (this.#watch(...counts) ? 1 : 0),
      },
    });
    this.#instance.exports._initialize?.();
    return this.#instance.exports;
  }

  /**
   * Ask the module.
   * @param {"state"|"line"|"analysis"|"look"|"solve"|"guide"|"daily"|"rating"} what @param {object} setup @param {string[]} moves @param {...number} more
   * @returns {any} what it answers
   */
  ask(what, setup, moves, ...more) {
    const exports = this.#open();
    try {
      const bytes = new TextEncoder().encode(fields(setup, moves).map((field) => `${field.replaceAll("\0", "\ufffd")}\0`).join(""));
      const at = exports.request(bytes.length) >>> 0;
      new Uint8Array(exports.memory.buffer).set(bytes, at);
      exports[what](...more);
      const from = exports.answer() >>> 0;
      const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer).slice(from, from + exports.answer_size()));
      if (exports.memory.buffer.byteLength > KEPT) this.#instance = null;
      return JSON.parse(text);
    } catch (error) {
      this.#instance = null;
      // Too deep, or an instruction that cannot be carried out: the engine gave up, not the game.
      if (error instanceof RangeError) throw new OutOfMemory(error.message);
      throw error;
    }
  }

  /**
   * Search for a solution.  Limits that are null are none.
   * @param {{shortest?: boolean, nodes?: number|null, seconds?: number|null, memory: number}} limits
   * @param {(...counts: number[]) => boolean} watch called about ten times a second; true asks to stop
   */
  solve(setup, moves, { shortest = false, nodes = null, seconds = null, memory }, watch = () => false) {
    this.#watch = watch;
    return this.ask("solve", setup, moves, shortest ? 1 : 0, nodes ?? -1, seconds ?? -1, memory);
  }
}

function fields(setup, moves) {
  const optional = (value) => (value === null || value === undefined ? "-" : `=${value}`);
  const options = Object.entries(setup.options ?? {});
  return [
    optional(setup.game),
    optional(setup.size),
    optional(setup.variant),
    optional(setup.deal),
    optional(setup.position === null || setup.position === undefined ? null : plainBlanks(setup.position)),
    optional(setup.arrangement),
    String(options.length),
    ...options.flat(),
    ...moves,
  ];
}

/** A text whose blanks are spaces, tabs and line feeds. */
function plainBlanks(text) {
  return text.replace(/\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]/g, "\n").replace(/[^\S\n\t]/g, " ");
}
