/**
 * What is known about the positions of a line of play: whether they can be won, and how.
 *
 * Knowledge spreads along the line without asking.  A position that comes after a lost one is lost.  A position that comes
 * before a won one is won, and if the next move is the first of a known solution, the rest of that solution solves what
 * comes after.  So following a hint or a solution needs no search, and neither does taking moves back.
 *
 * A verdict is `{verdict: "won"|"lost"|"open", line: string[]|null, shortest: boolean, proof, why, answer}`.
 */

const REMEMBERED = 2000;

const known = new Map();

/** Fires `change` when something is learnt. */
export const knowledge = new EventTarget();

function key(setup, moves) {
  return JSON.stringify([setup, moves]);
}

function keep(place, verdict) {
  known.delete(place);
  known.set(place, verdict);
  while (known.size > REMEMBERED) known.delete(known.keys().next().value);
}

/** Forget everything: for tests. */
export function forget() {
  known.clear();
}

/** Remember a verdict; one that says less does not take the place of one that says more. */
export function learn(setup, moves, verdict) {
  const place = key(setup, moves);
  const before = known.get(place);
  if (before && (rank(before) > rank(verdict) || (rank(before) === rank(verdict) && isShorter(before, verdict)))) return before;
  keep(place, verdict);
  knowledge.dispatchEvent(new Event("change"));
  return verdict;
}

function isShorter(one, other) {
  return one.line && other.line && one.line.length <= other.line.length;
}

function rank({ verdict, line, shortest }) {
  if (verdict === "open") return 0;
  if (verdict === "lost") return 4;
  return line ? (shortest ? 3 : 2) : 1;
}

/** What the answer of a search says about its position. */
export function fromAnswer(answer) {
  const shortest = Boolean(answer.proved_shortest);
  const line = answer.verdict === "won" ? (answer.moves ?? null) : null;
  return { verdict: answer.verdict === "cancelled" ? "open" : answer.verdict, line, shortest, proof: answer.proof ?? null, answer };
}

/** What is known without any search, or null. */
export function lookup(setup, moves) {
  const direct = known.get(key(setup, moves));
  if (direct && direct.verdict !== "open") return direct;
  return inherited(setup, moves) ?? direct ?? null;
}

function inherited(setup, moves) {
  for (let length = moves.length - 1; length >= 0; length -= 1) {
    const before = known.get(key(setup, moves.slice(0, length)));
    if (!before) continue;
    if (before.verdict === "lost") return learn(setup, moves, { ...before, since: before.since ?? length });
    const played = moves.slice(length);
    if (before.line && played.every((text, index) => before.line[index] === text)) {
      return learn(setup, moves, { ...before, line: before.line.slice(played.length) });
    }
  }
  return null;
}

/** Tell the line so far that it was won until now, which a won position proves. */
export function spreadBack(setup, moves, verdict) {
  if (verdict.verdict !== "won") return;
  for (let length = moves.length - 1; length >= 0; length -= 1) {
    const line = verdict.line ? [...moves.slice(length), ...verdict.line] : null;
    learn(setup, moves.slice(0, length), { verdict: "won", line, shortest: false, proof: verdict.proof, answer: null });
  }
}
