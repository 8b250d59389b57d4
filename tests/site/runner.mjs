/** Asks the kernel of a site, question by question: JSON lines in, JSON lines out.  For tests, in Node. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [site] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${site}/static/js/local/${name}.js`));
const { Kernel } = await load("kernel");
const { Desk } = await load("desk");
const kernel = new Kernel(new WebAssembly.Module(readFileSync(`${site}/static/kernel.wasm`)));
const desk = new Desk(kernel, JSON.parse(readFileSync(`${site}/static/games.json`, "utf8")));

function answer({ what, setup, moves = [], limits = {}, path, body, ask }) {
  if (path) return desk.request(path, body);
  if (ask) return desk.answer(ask, () => {});
  return what === "solve" ? kernel.solve(setup, moves, { memory: 2 ** 30, ...limits }) : kernel.ask(what, setup, moves);
}

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  const started = performance.now();
  try {
    said = { answer: answer(JSON.parse(line)) };
  } catch (error) {
    said = { error: error.message, kind: error.constructor.name };
  }
  process.stdout.write(`${JSON.stringify({ ...said, ms: performance.now() - started })}\n`);
}
