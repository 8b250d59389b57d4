/**
 * Which pegs have jumped between two boards of pegs.
 *
 * A jump ends two holes from where it begins, so row and column of the piece that jumps stay even or odd; of a piece that it takes off, or
 * that is put back by an undo, one is different.
 *
 * @param {{rows: (boolean|null)[][]}} before @param {{rows: (boolean|null)[][]}} after
 * @returns {Map<string, string>} where each piece that has come to a hole stood before
 */
export function jumped(before, after) {
  const changed = (from, to) =>
    from.rows.flatMap((marks, row) => marks.flatMap((piece, column) => (piece && to.rows[row]?.[column] === false ? [[row, column]] : [])));
  const gone = changed(before, after);
  const came = new Map();
  for (const [row, column] of changed(after, before)) {
    const at = gone.findIndex((other) => (other[0] - row) % 2 === 0 && (other[1] - column) % 2 === 0);
    if (at < 0) continue;
    const [[fromRow, fromColumn]] = gone.splice(at, 1);
    came.set(`r${row + 1}c${column + 1}`, `r${fromRow + 1}c${fromColumn + 1}`);
  }
  return came;
}
