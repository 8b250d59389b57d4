/** Asks the kernel of a site, question by question: JSON lines in, JSON lines out.  For tests, in Node. */

import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [scripts, site, shelfFile] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${scripts}/local/${name}.js`));
const { Kernel } = await load("kernel");
const { Desk } = await load("desk");
const shelf = JSON.parse(readFileSync(shelfFile, "utf8"));
const desk = new Desk(shelf);
const kernels = new Map();
for (const file of readdirSync(`${site}/static/kernel`)) {
  const module = new WebAssembly.Module(readFileSync(`${site}/static/kernel/${file}`));
  const name = file.replace(".wasm", "");
  desk.learn(name, module);
  kernels.set(name, new Kernel(module));
}
desk.listed = JSON.parse(readFileSync(`${site}/static/listed.json`, "utf8"));

function answer({ what, setup, moves = [], limits = {}, path, body, ask, more = [] }) {
  if (path) return desk.request(path, body);
  if (ask) return desk.answer(ask, () => {});
  const kernel = kernels.get(shelf.modules[setup.game] ?? "rows");
  return what === "solve" ? kernel.solve(setup, moves, { memory: 2 ** 30, ...limits }) : kernel.ask(what, setup, moves, ...more);
}

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  const started = performance.now();
  try {
    said = { answer: await answer(JSON.parse(line)) };
  } catch (error) {
    said = { error: error.message, kind: error.constructor.name };
  }
  process.stdout.write(`${JSON.stringify({ ...said, ms: performance.now() - started })}\n`);
}
