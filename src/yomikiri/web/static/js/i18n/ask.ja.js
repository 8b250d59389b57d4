/** The words of asking, watching and surveys, in Japanese. */
export default {};
