/**
 * Questions that are being searched, and what their searches have told so far.
 *
 * Every panel asks through `run`, so that the live view can show any search without knowing who asked.  A job keeps the
 * history of its figures; after a thousand samples every second one is dropped, so that a long search costs no more than
 * a short one and its whole course stays visible.
 */

import { ask } from "../socket.js";

const MOST_SAMPLES = 1000;
const WINDOW = 6;

/** Fires `change` with detail `{job}` whenever a job starts, tells something or ends. */
export const jobs = new EventTarget();

/** Jobs that have not ended, the oldest first. @type {Set<Job>} */
export const running = new Set();

let clock = 0;

class Job {
  /** "queued", "running", "done" or "failed". */
  phase = "queued";
  /** In the queue of the server: 1 is next, 0 is none, or its turn has come. */
  place = 0;
  /** Figures over time: `{seconds, expanded, rate, open, stored, bytes, lower, upper}`. */
  samples = [];
  /** The last progress or answer. */
  latest = null;
  /** How many positions were expanded at each level: `[[level, expanded], ...]`. */
  profile = [];
  answer = null;
  /** The sentence of an error; empty if the connection was lost. */
  message = null;
  /** Jobs count the beginnings and ends of all of them, so that one can tell which came first. */
  begun = (clock += 1);
  ended = null;
  since = performance.now();

  #every = 1;
  #heard = 0;

  /** @param {object} question @param {number|null} upper a length that is known to do @param {boolean} quiet no search to be watched: one of many */
  constructor(question, upper, quiet) {
    this.question = question;
    this.upper = upper;
    this.quiet = quiet;
  }

  get what() {
    return this.question.what;
  }

  get active() {
    return this.phase === "queued" || this.phase === "running";
  }

  /** Whether the connection broke before there was an answer. */
  get lost() {
    return this.phase === "failed" && !this.message;
  }

  /** Ask the server to stop; the answer that follows says what is known by then. */
  cancel() {
    this.handle?.cancel();
  }

  take(progress) {
    const told = { ...progress, upper: progress.upper ?? this.upper };
    this.latest = { ...this.latest, ...told };
    if (progress.profile?.length) this.profile = progress.profile;
    if (this.#heard++ % this.#every === 0) this.samples.push(sample(told, this.samples.at(-WINDOW) ?? this.samples[0]));
    if (this.samples.length > MOST_SAMPLES) {
      this.samples = this.samples.filter((_, index) => index % 2 === 0);
      this.#every *= 2;
    }
  }

  /** The answer is the last sample, whether or not it falls on a beat. */
  finish(answer) {
    const told = { ...answer, upper: answer.upper ?? this.upper };
    this.latest = { ...this.latest, ...told, profile: this.profile };
    if (answer.expanded) this.samples.push(sample(told, this.samples.at(-WINDOW) ?? this.samples[0]));
  }
}

/** The figures of a moment; the speed is over the samples since `before`. */
function sample(told, before) {
  // A search of several parts counts from nothing again; then the average has to do.
  const on = before && told.expanded >= before.expanded && told.seconds > before.seconds ? before : { expanded: 0, seconds: 0 };
  const rate = told.seconds > on.seconds ? (told.expanded - on.expanded) / (told.seconds - on.seconds) : 0;
  const { seconds, expanded, open = before?.open, stored, bytes, lower, upper } = told;
  return { seconds, expanded, rate, open, stored, bytes, lower: lower ?? null, upper: upper ?? null };
}

function tell(job) {
  jobs.dispatchEvent(new CustomEvent("change", { detail: { job } }));
}

/**
 * Ask, and keep what is told.  `settled` is called once, with the job, when it has an answer or has failed; not when it is
 * dropped.
 * @param {object} question as for `ask` of socket.js
 * @param {{settled?: (job: Job) => void, progress?: (job: Job) => void, upper?: number|null, quiet?: boolean}} [listeners] `upper` is the length of
 *        a solution that is known already
 * @returns {Job & {drop: () => void}} `drop` stops the search and forgets it.
 */
export function run(question, { settled, progress, upper = null, quiet = false } = {}) {
  const job = new Job(question, upper, quiet);
  const end = (phase) => {
    job.phase = phase;
    job.ended = clock += 1;
    running.delete(job);
    tell(job);
    settled?.(job);
  };
  running.add(job);
  job.handle = ask(question, {
    queued(message) {
      job.place = message.place ?? 0;
      tell(job);
      progress?.(job);
    },
    progress(message) {
      job.phase = "running";
      job.take(message);
      tell(job);
      progress?.(job);
    },
    answer(message) {
      job.answer = message;
      job.finish(message);
      end("done");
    },
    error(message) {
      job.message = message.message ?? "";
      end("failed");
    },
  });
  job.drop = () => {
    if (!job.active) return;
    job.handle.forget();
    job.phase = "dropped";
    running.delete(job);
    tell(job);
  };
  tell(job);
  return job;
}
