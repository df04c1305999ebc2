// The account's passkeys: a label for each, another one, removal.
import { once } from "./requests.js";
import { button, field, h, modal } from "../ui.js";
import { deviceLabel, newPasskey, withPasskey } from "./passkeys.js";
import { card, day, line, list, remover } from "./parts.js";
import { closeWindow, oneForm, saying } from "./window.js";

const PATH = "/v1/me/passkeys";

export function passkeysCard(shell) {
  const { t, lang } = shell;
  const all = list(shell, PATH, {
    of: "passkeys",
    row: ({ id, label, created_at: at }, again) => line(label || t("A passkey"), [at && t("since {date}", { date: day(at, lang) })], remover(shell, {
      label: "Remove",
      name: "remove-passkey",
      path: `${PATH}/${id}`,
      ask: { title: t("Remove this passkey?"), text: "It opens this account no longer, and the sessions that it opened end. Delete it on its device, too.", yes: "Remove it" },
      then: again,
      refusals: { "gone-elsewhere": "The last passkey stays. Add another one first." },
    })),
  });
  const add = button(t("Add a passkey…"), () => another(shell, all.read), { class: "btn", "data-do": "add-passkey" });
  return { node: card(t, "passkeys", "Passkeys", "Each opens this account on the devices that have it. The last one cannot be removed.", all.node, h("div", { class: "bar" }, add)), read: all.read };
}

async function another(shell, then) {
  const { t } = shell;
  const label = h("input", { name: "label", maxlength: 60, value: deviceLabel(), autocomplete: "off", autofocus: true });
  const form = oneForm(shell, field(t("Label"), label), {
    label: t("Add it"),
    name: "make-passkey",
    work: async () => {
      const made = await withPasskey(() => newPasskey("passkey"));
      await saying(() => withPasskey(() => once(PATH, { ...made, label: label.value.trim() || deviceLabel() })), { "gone-elsewhere": "There are too many passkeys. Remove one first." });
      closeWindow(form, "done");
    },
  });
  if (await modal(t("Add a passkey"), [h("p", { class: "muted" }, t("On this device, on a security key, or on a phone: your browser asks which.")), form], t("Cancel"))) await then();
}
