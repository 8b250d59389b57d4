/** A worker: it gets the list of games first, modules before they are needed, and questions, one at a time. */

import { Desk } from "./desk.js";
import { Refused } from "./kernel.js";
import { ANSWER, PROGRESS, REFUSED } from "./messages.js";

let desk = null;

async function answer({ path, body, ask }) {
  if (path) return desk.request(path, body);
  return { answer: desk.answer(ask, (told) => self.postMessage({ type: PROGRESS, answer: told })) };
}

self.addEventListener("message", async ({ data }) => {
  if (data.shelf) {
    desk = new Desk(data.shelf);
    return;
  }
  if (data.module) {
    desk.learn(data.name, data.module);
    return;
  }
  if (data.listed) {
    desk.listed = data.listed;
    return;
  }
  try {
    self.postMessage({ type: ANSWER, ...(await answer(data)) });
  } catch (error) {
    const message = error instanceof Refused ? error.message : `internal error, a bug in yomikiri: ${error.message}`;
    self.postMessage({ type: REFUSED, message });
  }
});
