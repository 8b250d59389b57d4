/**
 * Questions to the solver, over one WebSocket that all of the page shares.
 *
 * The server cancels the jobs of a socket that closes, so a lost connection answers every open question with an
 * error; the next question opens a new socket.  Nothing is asked again by itself: the asker knows whether the answer
 * still matters.
 */

import { missed } from "./presence.js";
import { connect } from "./transport.js";

const WAITS = [0, 300, 1000, 3000];

let socket = null;
let failures = 0;
let opening = null;
let serial = 0;
/** Open questions by id. */
const asked = new Map();

function lost() {
  socket = null;
  opening = null;
  if (asked.size > 0) missed();
  for (const [id, { handlers }] of [...asked]) {
    asked.delete(id);
    handlers.error?.({ type: "error", id, message: "", lost: true });
  }
}

function received(event) {
  let message;
  try {
    message = JSON.parse(event.data);
  } catch {
    return;
  }
  const entry = asked.get(message.id);
  if (!entry) return; // Answered or cancelled already, or about no question of ours.
  if (message.type === "answer" || message.type === "error") asked.delete(message.id);
  entry.handlers[message.type]?.(message);
}

function open() {
  if (socket?.readyState === WebSocket.OPEN) return Promise.resolve(socket);
  opening ??= new Promise((resolve, reject) => {
    const wait = WAITS[Math.min(failures, WAITS.length - 1)];
    setTimeout(() => {
      const fresh = connect();
      fresh.addEventListener("open", () => {
        failures = 0;
        opening = null;
        socket = fresh;
        resolve(fresh);
      });
      fresh.addEventListener("message", received);
      fresh.addEventListener("close", () => {
        failures += 1;
        reject(new Error("closed"));
        if (socket === fresh || socket === null) lost();
      });
    }, wait);
  });
  return opening;
}

/**
 * Ask the solver.
 * @param {{what: "win"|"solve"|"shortest"|"hint"|"winnable", setup: object, moves?: string[], seconds?: number,
 *          memory?: number, algorithm?: string}} question
 * @param {{queued?: Function, progress?: Function, answer?: Function, error?: Function}} handlers each gets the message
 *        of the server; an error with `lost: true` means that the connection broke.
 * @returns {{id: string, cancel: () => void, forget: () => void}} `cancel` asks the server to stop, and an answer with
 *        the verdict `cancelled` follows; `forget` also drops whatever still comes.
 */
export function ask(question, handlers) {
  serial += 1;
  const id = `a${serial}`;
  asked.set(id, { handlers });
  const send = (message) => open().then((ready) => ready.send(JSON.stringify(message)));
  send({ type: "ask", id, moves: [], ...question }).catch(() => {});
  const cancel = () => {
    if (asked.has(id)) send({ type: "cancel", id }).catch(() => {});
  };
  return {
    id,
    cancel,
    forget() {
      cancel();
      asked.delete(id);
    },
  };
}
