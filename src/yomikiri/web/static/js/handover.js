/** What leaves the page: a text to the clipboard, a file to the disk. */

import { h } from "./ask/dom.js";

/** @param {string} text @returns {Promise<boolean>} whether the browser allowed it */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or a page that is not served securely: the old way needs neither.
    const field = h("textarea", { class: "unseen", "aria-hidden": "true" });
    field.value = text;
    // In a dialog only what is in it can be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** @param {string} name @param {Blob} blob */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
