/** The words of asking, watching and surveys, in English. */
export default {};
