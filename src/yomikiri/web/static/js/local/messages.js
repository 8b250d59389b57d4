/** What a worker says. */
export const PROGRESS = "progress";
export const ANSWER = "answer";
export const REFUSED = "refused";
