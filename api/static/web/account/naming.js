// The account's name, and a new one.
import { put } from "./requests.js";
import { button, field, h, modal } from "../ui.js";
import { become, me } from "./me.js";
import { card } from "./parts.js";
import { withPasskey } from "./passkeys.js";
import { WRONG_NAME, closeWindow, oneForm, saying } from "./window.js";

export function naming(shell, { account }) {
  const { t } = shell;
  const rename = button(t("Rename…"), () => newName(shell, account), { class: "btn", "data-do": "rename" });
  return { node: card(t, "name", "Account name", "Everybody sees it beside your games. It can be changed once in 30 days; the old one stays reserved for 90.", h("div", { class: "bar" }, rename)) };
}

async function newName(shell, account) {
  const { t } = shell;
  const input = h("input", { name: "name", required: true, minlength: 2, maxlength: 24, value: account.name, autocomplete: "off", spellcheck: "false", autofocus: true });
  const form = oneForm(shell, field(t("New name"), input), {
    label: t("Rename"),
    name: "new-name",
    work: async () => {
      const name = input.value.trim();
      await saying(() => withPasskey(() => put("/v1/me/name", { name })), { ...WRONG_NAME, "too-early": "A name can be changed once in 30 days, and not for 72 hours after a recovery." });
      become({ ...me(), name });
      closeWindow(form, "done");
    },
  });
  if (await modal(t("Rename"), form, t("Cancel"))) await shell.open();
}
