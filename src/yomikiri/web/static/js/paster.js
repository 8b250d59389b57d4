/**
 * The dialog that takes a position of one's own: pasted, dropped, or from a file.
 */

import { t } from "./i18n.js";
import { closeOutside } from "./chooser.js";
import { fileField } from "./file-field.js";
import { isAway, troubleOf, wordsOf } from "./notice.js";
import { presence } from "./presence.js";
import { freshRules, gameChoices, preferredFor, readRules, ruleFields } from "./rules.js";
import { catalogue } from "./titles.js";

const LARGEST_FILE = 64 * 1024;

/** @param {{store: object, dealer: import("./dealer.js").Dealer}} context @returns {{open: () => void}} */
export function mountPaster({ store, dealer }) {
  const dialog = document.getElementById("paster");
  const form = document.getElementById("paster-form");
  const game = document.getElementById("paste-game");
  const rules = document.getElementById("paste-rules");
  const text = document.getElementById("paste-text");
  const file = fileField({ id: "paste-file", accept: ".txt,.json,.board,text/plain,application/json", read });
  document.getElementById("paster-fields").append(file.field);
  const error = document.getElementById("paster-error");

  let trouble = null;

  function refuse(message) {
    trouble = troubleOf({ message });
    error.textContent = wordsOf(trouble);
    error.hidden = false;
    if (message) text.setAttribute("aria-invalid", "true");
  }

  function accept() {
    error.hidden = true;
    text.removeAttribute("aria-invalid");
  }

  presence.addEventListener("back", () => isAway(trouble) && accept());

  function fillRules(setup) {
    // The texts of some games do not tell the size of their board.
    rules.replaceChildren(...ruleFields("paste", setup, { size: catalogue.get(setup.game)?.text_has_size === false }));
  }

  async function read(chosen) {
    if (chosen.size > LARGEST_FILE) {
      refuse(t("paster.large"));
      return;
    }
    text.value = await chosen.text();
    guess();
    accept();
  }

  /** A JSON position names its game. */
  function guess() {
    try {
      const named = JSON.parse(text.value).game;
      if ([...game.options].some((option) => option.value === named) && game.value !== named) {
        game.value = named;
        fillRules(freshRules(named));
      }
    } catch {
      // Plain text: the game stays as chosen.
    }
  }

  game.addEventListener("change", () => fillRules(freshRules(game.value)));
  text.addEventListener("input", () => {
    accept();
    guess();
  });
  text.addEventListener("dragover", (event) => event.preventDefault());
  text.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const position = text.value.trim();
    if (!position) {
      refuse(t("paster.empty"));
      return;
    }
    const json = position.startsWith("{");
    const chosen = readRules(form, "paste", game.value);
    // JSON brings its rules with it, but what counts as a move is the player's choice unless it says so.
    const left = Object.keys(preferredFor(game.value, position)).filter((name) => name in chosen.options);
    const options = Object.fromEntries(left.map((name) => [name, chosen.options[name]]));
    const setup = json ? { game: game.value, size: null, variant: null, options, position } : { ...chosen, position };
    const result = await dealer.start(setup);
    if (result.state) dialog.close();
    else refuse(result.message);
  });
  document.getElementById("paste-close").addEventListener("click", () => dialog.close());
  closeOutside(dialog);

  return {
    open() {
      game.replaceChildren(...gameChoices().map(([value, words]) => new Option(words, value)));
      const setup = store.setup ?? freshRules(game.value);
      game.value = setup.game;
      fillRules(setup);
      file.clear();
      accept();
      dialog.showModal();
      text.focus();
    },
  };
}
