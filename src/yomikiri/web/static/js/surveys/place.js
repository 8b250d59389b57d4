/**
 * Where one is among the surveys: which survey is open, which of its deals are listed and from which one on, and which
 * report is open.
 *
 * Everything that is shown follows from the place, and every click that leads elsewhere only changes it; so a link and the
 * browser's buttons lead wherever a click does.  `#view=surveys&survey=ID&outcome=solved&from=25`, or
 * `measure=length&least=10&most=12` for the deals behind a bar; `report=NAME`.
 *
 * @typedef {{survey: string|null, filter: Record<string, string>|null, offset: number, report: string|null}} Place
 */

/** What bars are of. */
export const MEASURES = ["length", "expanded"];

/** The list of all surveys. @type {Place} */
export const LIST = { survey: null, filter: null, offset: 0, report: null };

/** Fires `change` with detail `{step}`: whether it is a step that the back button takes back. */
export const places = new EventTarget();

let current = LIST;

/** @returns {Place} */
export function place() {
  return current;
}

/** Go somewhere else. @param {Partial<Place>} change what is different there @param {{step?: boolean}} [how] */
export function goTo(change, { step = true } = {}) {
  const next = { ...current, ...change };
  if (writePlace(next) === writePlace(current)) return;
  current = next;
  places.dispatchEvent(new CustomEvent("change", { detail: { step } }));
}

/** The hash of a place, with its `#`. @param {Place} place */
export function writePlace({ survey, filter, offset, report }) {
  const words = new URLSearchParams({ view: "surveys" });
  if (survey !== null) words.set("survey", survey);
  for (const [name, value] of Object.entries(filter ?? {})) words.set(name, value);
  if (offset > 0) words.set("from", offset);
  if (report !== null) words.set("report", report);
  return `#${words}`;
}

/** The place that a link names; words that mean nothing are left out. @param {URLSearchParams} words @returns {Place} */
export function readPlace(words) {
  const survey = words.get("survey") || null;
  const filter = survey && readFilter(words);
  const offset = words.get("from") ?? "";
  return { survey, filter, offset: filter && /^\d{1,9}$/.test(offset) ? Number(offset) : 0, report: words.get("report") || null };
}

function readFilter(words) {
  if (words.get("outcome")) return { outcome: words.get("outcome") };
  const [measure, least, most] = ["measure", "least", "most"].map((name) => words.get(name) ?? "");
  return MEASURES.includes(measure) && /^\d{1,15}$/.test(least) && /^\d{1,15}$/.test(most) ? { measure, least, most } : null;
}
