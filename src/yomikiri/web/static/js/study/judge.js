/**
 * What verdicts say of a move.  A move is judged by the position before it, the position after it, and by what is known of the
 * moves that might have been played instead; what is not proved is not said.
 *
 * @param {{before: import("./tree.js").Judged|null, after: import("./tree.js").Judged|null, rivals: "lost"|"won"|"unknown"}} known
 *        `rivals` is "lost" if every other move is proved to lose, "won" if one is known to win
 * @returns {string|null} one of the marks of tree.js
 */
export function markOf({ before, after, rivals }) {
  if (before?.verdict !== "won" || !after) return null;
  if (after.verdict === "lost") return "loses";
  if (after.verdict !== "won") return null;
  if (rivals === "lost") return "only";
  if (before.shortest && after.shortest && after.length === before.length - 1) return "best";
  return "wins";
}

/** A verdict of ../ask/verdicts.js as a study keeps it. @returns {import("./tree.js").Judged} */
export function judgedOf({ verdict, line = null, shortest = false }) {
  return { verdict, length: verdict === "won" && line ? line.length : null, shortest: verdict === "won" && line !== null && Boolean(shortest) };
}
