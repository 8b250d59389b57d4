/**
 * Small preferences that outlive the visit (language, theme, last game).  Storage may be forbidden; then the page just
 * forgets.
 */

const PREFIX = "yomikiri.";

/** @param {string} name @returns {string|null} */
export function recall(name) {
  try {
    return window.localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string|null} value null forgets it */
export function remember(name, value) {
  try {
    if (value === null) window.localStorage.removeItem(PREFIX + name);
    else window.localStorage.setItem(PREFIX + name, value);
  } catch {
    // Private windows may refuse: nothing depends on it.
  }
}
