/**
 * Small preferences that outlive the visit (language, theme, last game), and what outlives a reload of this tab.  Storage may
 * be forbidden; then the page just forgets.
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

/** What was kept in this tab, or null. @param {string} name @returns {any} */
export function kept(name) {
  try {
    return JSON.parse(window.sessionStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

/** Keep something for this tab, which another tab does not see. @param {string} name @param {any} value */
export function keep(name, value) {
  try {
    window.sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // As above; a very long line may also be too much.
  }
}
