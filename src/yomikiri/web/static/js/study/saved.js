/**
 * Studies that outlive the visit, beside the games on the shelf: those with more in them than one line of moves.  What cannot be
 * read is dropped, study by study.
 */

import { recall, remember } from "../memory.js";
import { fromRecord, toRecord } from "./record.js";

const NAME = "studies";
const VERSION = 1;
const MOST = 40;
/** Characters of all of them: storage has a few megabytes. */
const MOST_CHARACTERS = 1_000_000;

/** @returns {{key: string, study: object}[]} the last changed first */
function all() {
  try {
    const data = JSON.parse(recall(NAME));
    if (data?.version !== VERSION || !Array.isArray(data.studies)) return [];
    return data.studies.filter((one) => typeof one?.key === "string" && typeof one.study === "object");
  } catch {
    return [];
  }
}

function write(list) {
  let room = MOST_CHARACTERS;
  const fitting = list.slice(0, MOST).filter((one) => (room -= JSON.stringify(one).length) >= 0);
  remember(NAME, fitting.length > 0 ? JSON.stringify({ version: VERSION, studies: fitting }) : null);
}

/** @param {string} key what tells games apart @returns {import("./tree.js").Study|null} */
export function savedStudy(key) {
  const found = all().find((one) => one.key === key);
  if (!found) return null;
  try {
    return fromRecord(found.study);
  } catch {
    return null;
  }
}

/** @param {string} key @param {import("./tree.js").Study} study */
export function saveStudy(key, study) {
  const before = all();
  const others = before.filter((one) => one.key !== key);
  if (study.isMore) write([{ key, study: toRecord(study) }, ...others]);
  else if (others.length < before.length) write(others);
}

export function dropStudies() {
  remember(NAME, null);
}
