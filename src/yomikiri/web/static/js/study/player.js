/**
 * Plays the line on the table by itself, move by move, along what can be redone; from the start if nothing is left.  It stops when
 * anything else happens on the table.
 *
 * Events: `change`, when it starts and when it stops.
 */

const BEAT = 900;
export const SPEEDS = [0.5, 1, 2, 4, 8];

export class Player extends EventTarget {
  speed = 1;

  #store;
  #timer = 0;
  /** Whether the change of the table that is under way is ours. */
  #own = false;

  constructor(store) {
    super();
    this.#store = store;
    store.addEventListener("change", ({ detail }) => {
      // Moves that play themselves follow a redone move.
      if (!this.#own && detail.kind !== "redo") this.pause();
    });
    store.addEventListener("error", () => this.pause());
  }

  get playing() {
    return this.#timer !== 0;
  }

  async start() {
    this.pause();
    if (this.#store.future.length === 0) await this.#ours(this.#store.jump(0));
    if (this.#store.future.length === 0) return;
    this.#wait();
    this.dispatchEvent(new Event("change"));
  }

  pause() {
    if (!this.playing) return;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.dispatchEvent(new Event("change"));
  }

  #wait() {
    this.#timer = window.setTimeout(() => this.#step(), BEAT / this.speed);
  }

  async #step() {
    await this.#ours(this.#store.redo());
    if (!this.playing) return; // Stopped meanwhile.
    if (this.#store.future.length > 0) this.#wait();
    else this.pause();
  }

  async #ours(change) {
    this.#own = true;
    try {
      return await change;
    } finally {
      this.#own = false;
    }
  }
}
