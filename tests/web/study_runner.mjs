/** Studies in Node, question by question: JSON lines in, JSON lines out.  For tests; nothing here needs a browser. */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const { Study } = await load("tree");
const { fromText, toText, movesText, fromMovesText } = await load("notation");
const { fromJson, fromRecord, toJson, toRecord } = await load("record");
const { markOf } = await load("judge");

const ACTIONS = {
  /** What a study is after some changes, and what its nodes say. */
  change({ lines, promote = [], remove = [] }) {
    const study = new Study({ game: "any", deal: "1", options: {} });
    for (const line of lines) study.add(line);
    for (const line of promote) study.promote(study.at(line));
    for (const line of remove) study.remove(study.at(line));
    const ends = study.leaves().map((leaf) => study.pathOf(leaf));
    return { text: movesText(study), main: study.restOf(study.root), ends, more: study.isMore };
  },
  text: ({ text }) => toRecord(fromText(text)),
  json: ({ text }) => toRecord(fromJson(text)),
  /** A record, written as text and as JSON and read back. */
  around({ record }) {
    const study = fromRecord(record);
    const link = { ...toRecord(fromMovesText(study.setup, movesText(study))) };
    return { text: toText(study), read: toRecord(fromText(toText(study))), json: toRecord(fromJson(toJson(study))), link };
  },
  mark: (known) => markOf(known),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { action, ...question } = JSON.parse(line);
  let said;
  try {
    said = { answer: ACTIONS[action](question) };
  } catch (error) {
    said = { bad: error.key ?? null, params: error.params ?? {}, message: error.message };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
