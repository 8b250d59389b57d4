/** A worker: it gets the module and the list of games first, then questions, one at a time. */

import { Desk } from "./desk.js";
import { Kernel, Refused } from "./kernel.js";
import { ANSWER, PROGRESS, REFUSED } from "./messages.js";

let desk = null;

self.addEventListener("message", ({ data }) => {
  if (data.module) {
    desk = new Desk(new Kernel(data.module), data.shelf);
    return;
  }
  try {
    if (data.path) self.postMessage({ type: ANSWER, ...desk.request(data.path, data.body) });
    else self.postMessage({ type: ANSWER, answer: desk.answer(data.ask, (answer) => self.postMessage({ type: PROGRESS, answer })) });
  } catch (error) {
    const message = error instanceof Refused ? error.message : `internal error, a bug in yomikiri: ${error.message}`;
    self.postMessage({ type: REFUSED, message });
  }
});
