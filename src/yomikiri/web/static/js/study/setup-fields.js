/** What a setup is made of, checked field by field, for studies that come from outside. */

import { BadStudy, cut } from "./bad-study.js";

const FIELDS = ["game", "size", "variant", "deal", "position", "arrangement"];
export const LONGEST_POSITION = 4096;

/** The fields of a setup that are set, in a fixed order. @returns {[string, string][]} */
export function fieldsOf(setup) {
  return FIELDS.filter((name) => setup[name] !== null && setup[name] !== undefined).map((name) => [name, String(setup[name])]);
}

/** A setup from what was read. @param {object} fields @returns {object} */
export function checkedSetup(fields) {
  for (const name of Object.keys(fields)) if (![...FIELDS, "options"].includes(name)) throw new BadStudy("field", { token: cut(name) });
  const setup = { game: null, size: null, variant: null, options: {}, deal: null, position: null, arrangement: null };
  for (const name of FIELDS) {
    const value = fields[name] ?? null;
    if (value !== null && typeof value !== "string") throw new BadStudy("text", { token: cut(JSON.stringify(value)), name });
    if (value !== null && value.length > LONGEST_POSITION) throw new BadStudy("long", { token: cut(value), most: LONGEST_POSITION });
    setup[name] = value;
  }
  if (!setup.game) throw new BadStudy("game");
  if ((setup.deal === null) === (setup.position === null)) throw new BadStudy("deal");
  const options = fields.options ?? {};
  if (typeof options !== "object" || Array.isArray(options)) throw new BadStudy("text", { token: cut(JSON.stringify(options)), name: "options" });
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== "string") throw new BadStudy("text", { token: cut(JSON.stringify(value)), name });
    setup.options[name] = value;
  }
  return setup;
}
