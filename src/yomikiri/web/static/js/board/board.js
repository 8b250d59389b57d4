/**
 * A board in SVG: four games, for playing and for playback.
 *
 *   const board = createBoard(container, { interactive: true, onMove: (text) => store.play(text) });
 *   board.show(state.board, { legal: state.legal, home: state.home, animate: true });
 *
 * `show` may also be given `highlights` (a list of `{cards, places, className}`), which stay until the next `show`, and `label`,
 * the accessible name of the whole.  A board that is not interactive has no legal moves and takes no focus.
 *
 *   board.mark(["H7", "S4"], "reversible")   sets a class on these cards, and takes it off all others
 *   board.markPlaces(["r1c3"], "reversible") the same for places
 *   board.links([["S4", "H7"], ...])         draws each cycle of cards as arrows; links([]) wipes them
 *   board.arrow("H7", "r1c5")                one arrow from a card (or place) to a place, for a hint; arrow(null) wipes it
 *   board.clearMarks()                       takes all marks, links and arrows away
 *
 * Classes that the style sheet knows: reversible, dead, hint, locked.
 */
export function createBoard() {
  throw new Error("being built");
}
