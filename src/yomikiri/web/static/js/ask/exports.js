/** A line of play taken away: copied as moves, or downloaded as text, JSON, animated SVG or GIF. */

import { postRaw } from "../api.js";
import { copyText, saveFile } from "../handover.js";
import { languages, t } from "../i18n.js";
import { presence } from "../presence.js";
import { announce } from "../view.js";
import { button, h, shown, write } from "./dom.js";

const FORMATS = ["text", "json", "svg", "gif"];
const ENDINGS = { text: "txt", json: "json", svg: "svg", gif: "gif", certificate: "certificate" };

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} row where the button that copies goes
 * @param {() => {setup: object, moves: string[], notation: string[]}|null} line what to export; `notation` are the moves to copy
 */
export function mountExports(element, row, line) {
  let message = null;
  const note = h("p", { class: "export-note", id: "export-note", hidden: true });
  const copy = button({
    id: "line-copy",
    text: "export.copy",
    path: "M9 9h10v11H9zM5 15V4h10v2",
    className: "button small",
    onclick: () => copyMoves(),
  });
  const files = FORMATS.map((format) =>
    h("button", { type: "button", class: "button small", id: `export-${format}`, i18n: `export.${format}`, label: `export.${format}.label`, onclick: (event) => download(format, event.currentTarget) }),
  );
  row.append(copy);
  element.append(h("div", { class: "exports", role: "group", label: "export.group" }, files), note);

  function say(key, params = {}) {
    message = { key, params };
    draw();
    announce(note.textContent);
  }

  function draw() {
    if (shown(note, message !== null)) write(note, t(message.key, message.params));
  }

  async function copyMoves() {
    if (!(await copyText(line().notation.join(" ")))) return say("export.no-copy");
    return say("export.copied", { n: line().notation.length });
  }

  function download(format, pressed) {
    return save({ ...line(), format }, pressed, say);
  }

  function reset() {
    message = null;
    draw();
  }

  languages.addEventListener("change", draw);
  presence.addEventListener("back", () => message?.key === "ask.lost-connection" && reset());
  return { reset };
}

/**
 * Have a file made and save it.
 * @param {{setup: object, moves: string[], format: string}} wanted @param {HTMLElement} pressed the button, busy meanwhile
 * @param {(key: string, params: object) => void} say hears how it ended
 */
export async function save({ setup, moves, format }, pressed, say) {
  pressed.setAttribute("aria-busy", "true");
  try {
    const response = await postRaw("/api/export", { setup, moves, format });
    const name = fileName(response.headers.get("Content-Disposition")) ?? `yomikiri.${ENDINGS[format]}`;
    saveFile(name, await response.blob());
    say("export.saved", { name });
  } catch (error) {
    say(error.lost ? "ask.lost-connection" : "export.failed", { message: error.message });
  } finally {
    pressed.removeAttribute("aria-busy");
  }
}

function fileName(header) {
  return /filename="?([^";]+)"?/.exec(header ?? "")?.[1] ?? null;
}
