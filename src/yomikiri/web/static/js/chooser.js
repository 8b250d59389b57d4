/**
 * The dialog that chooses a deal: game, variant, size, options, number.
 */

import { number, t } from "./i18n.js";
import { isAway, troubleOf, wordsOf } from "./notice.js";
import { presence } from "./presence.js";
import { freshRules, gameChoices, readRules, ruleFields, selectField } from "./rules.js";
import { catalogue } from "./titles.js";

/**
 * @param {{store: object, dealer: import("./dealer.js").Dealer}} context
 * @returns {{open: () => void}}
 */
export function mountChooser({ store, dealer }) {
  const dialog = document.getElementById("chooser");
  const form = document.getElementById("chooser-form");
  const fields = document.getElementById("chooser-fields");
  const error = document.getElementById("chooser-error");

  function fill(rules, deal = "", arrangement = "") {
    const entry = catalogue.get(rules.game);
    const game = selectField("choose-game", t("chooser.game"), gameChoices(), rules.game);
    const parts = [game, ...ruleFields("choose", rules)];
    if (entry.arrangements?.length) {
      const choices = entry.arrangements.map((each) => [each, each]);
      parts.push(selectField("choose-arrangement", t("chooser.arrangement"), choices, arrangement || entry.arrangements[0]));
    }
    parts.push(dealField(entry, deal));
    fields.replaceChildren(...parts);
    game.querySelector("select").addEventListener("change", (event) => {
      fill(freshRules(event.target.value));
      document.getElementById("choose-game").focus();
    });
    document.getElementById("choose-variant")?.addEventListener("change", (event) => {
      const size = entry.variant_sizes?.[event.target.value];
      if (size) document.getElementById("choose-size").value = size;
    });
    error.hidden = true;
  }

  function dealField(entry, deal) {
    const field = document.createElement("label");
    field.className = "field";
    field.htmlFor = "choose-deal";
    const words = document.createElement("span");
    words.textContent = t("chooser.deal");
    const input = document.createElement("input");
    Object.assign(input, { id: "choose-deal", value: deal, autocomplete: "off", spellcheck: false, maxLength: 40 });
    input.setAttribute("aria-describedby", "choose-deal-note");
    const note = document.createElement("small");
    note.id = "choose-deal-note";
    const sources = (entry.sources ?? []).join(", ").replaceAll("..", "–");
    note.textContent = t(sources ? "chooser.deal.sources" : "chooser.deal.note", { largest: number(entry.largest_deal), sources });
    field.append(words, input, note);
    return field;
  }

  function chosen() {
    const rules = readRules(form, "choose", document.getElementById("choose-game").value);
    const arrangement = document.getElementById("choose-arrangement")?.value;
    return arrangement ? { ...rules, arrangement } : rules;
  }

  let trouble = null;

  function refuse(message) {
    trouble = troubleOf({ message });
    error.textContent = wordsOf(trouble);
    error.hidden = false;
    if (message) document.getElementById("choose-deal").setAttribute("aria-invalid", "true");
  }

  presence.addEventListener("back", () => {
    if (isAway(trouble)) error.hidden = true;
  });

  async function close(starting) {
    error.hidden = true;
    const result = await starting;
    if (result.state) dialog.close();
    else refuse(result.message);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const deal = document.getElementById("choose-deal").value.trim() || "1";
    close(dealer.start({ ...chosen(), deal }));
  });
  document.getElementById("choose-random").addEventListener("click", () => close(dealer.random(chosen())));
  document.getElementById("choose-winnable").addEventListener("click", () => {
    dialog.close();
    dealer.winnable(chosen());
  });
  document.getElementById("choose-close").addEventListener("click", () => dialog.close());
  closeOutside(dialog);

  return {
    open() {
      const setup = store.setup ?? freshRules([...catalogue.keys()][0]);
      fill(setup, setup.deal ?? "", setup.arrangement ?? "");
      dialog.showModal();
    },
  };
}

/** A click on the backdrop closes a dialog; the dialog's own box is filled by its form. */
export function closeOutside(dialog) {
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
