/** Positions in JSON, as files have them: `{"game": …, "size": …, "position": [lines]}`. */

import { Refused } from "./kernel.js";

/** A setup whose position is given in JSON, with its text instead. */
export function setupOfJson(setup) {
  let data;
  try {
    data = JSON.parse(setup.position);
  } catch (error) {
    throw new Refused(`not valid JSON: ${error.message}`);
  }
  const { game, size, position, variant, options = {} } = data;
  if (size === undefined) throw new Refused('a position in JSON needs "game", "size" and "position"');
  if (game !== setup.game) throw new Refused(`"game" is ${JSON.stringify(game)}, expected '${setup.game}'`);
  if (!Array.isArray(position) || position.some((line) => typeof line !== "string")) {
    throw new Refused('"position" must be a list of lines of text');
  }
  if (typeof options !== "object" || Object.values(options ?? {}).some((value) => typeof value !== "string")) {
    throw new Refused('"options" must be an object whose values are text');
  }
  const asked = setup.size ?? String(size);
  if (asked !== String(size)) throw new Refused(`"size" is ${JSON.stringify(size)}, expected '${asked}'`);
  return { ...setup, size: asked, variant: setup.variant ?? variant ?? null, options: { ...options, ...setup.options }, position: position.join("\n") };
}

/** The start of a line of play in JSON. @param {{setup: object, text: string}} state */
export function jsonOf({ setup, text }) {
  const { game, size, variant, options } = setup;
  const number = /^[0-9]+$/.test(size) ? Number(size) : size;
  const more = Object.keys(options).length > 0 ? { options } : {};
  return { game, size: number, position: text.split("\n"), ...more, ...(variant ? { variant } : {}) };
}
