// How many recovery codes are left, and ten new ones.
import { once } from "./requests.js";
import { button, h, modal } from "../ui.js";
import { recoveryCodes } from "./codes.js";
import { attempt, card, sure } from "./parts.js";
import { withPasskey } from "./passkeys.js";

const FEW = 3;

export function codesCard(shell, { account, recovery_codes_left: left }) {
  const { t } = shell;
  const make = button(t("Make new codes…"), () => attempt(shell, () => anew(shell, account)), { class: "btn", "data-do": "make-codes" });
  const count = h("p", { class: left <= FEW ? "account-warns" : "", id: "codes-left" }, t("Codes left: {n} of 10", { n: left }));
  return { node: card(t, "codes", "Recovery codes", "They let you in when all your passkeys are lost.", count, h("div", { class: "bar" }, make)) };
}

async function anew(shell, account) {
  const { t } = shell;
  if (!(await sure(t, t("Make new codes?"), "The codes that you have stop working at once.", "Make new codes"))) return;
  const { recovery_codes: codes } = await withPasskey(() => once("/v1/me/recovery-codes"));
  await modal(t("Your recovery codes"), h("div", { class: "account-window" }, recoveryCodes(shell, account.name, codes)), t("Close"), { firm: true });
  await shell.open();
}
