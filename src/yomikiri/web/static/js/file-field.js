/**
 * A field that takes a file, in the words of the page: what a browser writes there is in the browser's own language.
 *
 * The input itself is there, unseen, so that keyboards, screen readers and dropped files find what they know.
 */

import { h } from "./ask/dom.js";
import { t } from "./i18n.js";
import { announce } from "./view.js";

/**
 * @param {{id: string, accept: string, read: (file: File) => unknown}} options what to do with a file that was chosen
 * @returns {{field: HTMLElement, clear: () => void}}
 */
export function fileField({ id, accept, read }) {
  const input = h("input", { type: "file", class: "unseen", id, accept });
  const name = h("span", { class: "file-name", i18n: "file.none" });
  const say = () => {
    const [chosen] = input.files;
    if (chosen) delete name.dataset.i18n;
    else name.dataset.i18n = "file.none";
    name.textContent = chosen ? chosen.name : t("file.none");
    return chosen;
  };
  input.addEventListener("change", () => {
    const chosen = say();
    if (!chosen) return;
    announce(chosen.name);
    read(chosen);
  });
  const pick = h("span", { class: "file-pick" }, input, h("span", { class: "button small", i18n: "file.choose" }), name);
  return {
    field: h("label", { class: "field wide", for: id }, h("span", { i18n: "paster.file" }), pick),
    clear() {
      input.value = "";
      say();
    },
  };
}
