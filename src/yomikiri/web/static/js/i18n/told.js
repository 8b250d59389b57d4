/**
 * What the kernel and the server tell in English, in the language of the page: refusals, and why a position is lost.
 *
 * A sentence is taken apart where they all have the same joints ("line 3: …", "…: expected …"), and each part is looked up among
 * patterns.  A part that is not known stands as it is: better a sentence in English than none.
 */

import ja from "./told-japanese.js";

const TOLD = { ja };
const JOINT = /^(?<found>.+?)[:,] expected (?<wanted>.+)$/s;

/** @param {[RegExp, string][]} patterns @param {string} part @returns {string|null} */
function lookup(patterns, part) {
  for (const [pattern, words] of patterns) if (pattern.test(part)) return part.replace(pattern, words);
  return null;
}

/** @param {string} sentence @param {string} code of a language @returns {string} */
export function told(sentence, code) {
  const known = TOLD[code];
  if (!known) return sentence;
  for (const [pattern, words] of known.places) {
    const place = pattern.exec(sentence);
    if (place) return words.replace("$1", place[1]).replace("$2", place[2]) + told(place.at(-1), code);
  }
  const whole = lookup(known.sentences, sentence);
  if (whole !== null) return whole;
  const joint = JOINT.exec(sentence);
  if (!joint) return sentence;
  const found = lookup(known.sentences, joint.groups.found);
  if (found === null) return sentence;
  return known.joined(found, lookup(known.wanted, joint.groups.wanted) ?? joint.groups.wanted);
}
