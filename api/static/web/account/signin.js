// The window of "Sign in": with a passkey, as somebody new, by a recovery code, from another device.
import { once } from "./requests.js";
import { heldInvitation, remembered } from "../memory.js";
import { loadStyle } from "../boards/parts/dom.js";
import { button, field, h, modal } from "../ui.js";
import { elsewhere } from "./elsewhere.js";
import { become, me, passkeysWork } from "./me.js";
import { warnOfRecovery } from "./session.js";
import { deviceLabel, newPasskey, presented } from "./passkeys.js";
import { recoveryCodes } from "./codes.js";
import { WRONG_NAME, closeWindow, oneForm, saying, troubles, turnTo } from "./window.js";

const LONGEST = 24;

export async function signInWindow(shell) {
  const { t } = shell;
  await loadStyle("../account/account.css");
  if (!passkeysWork()) return elsewhere(shell);
  const body = h("div", { class: "account-window" });
  body.append(...firstStep(shell, body));
  const before = me()?.id;
  await modal(t("Sign in"), body, t("Close"), { firm: true });
  if (me()?.id === before) return;
  await shell.open(); // what it shows may be another's now
  /** @type {HTMLElement | null} */ (document.querySelector("#account"))?.focus();
}

function firstStep(shell, body) {
  const { t } = shell;
  const trouble = troubles(shell);
  const enter = button(t("Sign in with a passkey"), () => trouble.attempt(() => signIn(shell, body)), { class: "btn primary", "data-do": "use-passkey" });
  const recover = button(t("I have lost my passkey"), () => turnTo(body, t("Use a recovery code"), recovering(shell, body)), { class: "btn quiet", "data-do": "recover" });
  return [
    h("div", { class: "account-form" }, enter, trouble.node),
    h("h3", {}, t("New here?")),
    signingUp(shell, body),
    h("p", { class: "muted" }, t("Your device makes a passkey: no password, no e-mail. You can also play without an account.")),
    h("div", { class: "bar" }, recover),
  ];
}

const nameField = (t, value = "") => field(t("Account name"), h("input", { name: "name", required: true, minlength: 2, maxlength: LONGEST, value, autocomplete: "username", spellcheck: "false" }));

function signingUp(shell, body) {
  const { t } = shell;
  return oneForm(shell, nameField(t, remembered("name", "").slice(0, LONGEST)), {
    label: t("Create an account"),
    name: "sign-up",
    kind: "",
    work: async (data) => {
      const { account, recovery_codes: codes } = await saying(() => signUp(String(data.get("name")).trim()), REFUSED);
      become(account);
      turnTo(body, t("Your recovery codes"), recoveryCodes(shell, account.name, codes));
    },
  });
}

const REFUSED = { ...WRONG_NAME, "too-many-requests": "Many accounts were created from here today. Try again tomorrow, or play without one." };

/** Who was invited may sign up, however many others at this address have. */
async function signUp(name) {
  const invitation = heldInvitation();
  const made = await newPasskey("sign-up", { name, ...(invitation && { invitation }) });
  return once("/v1/accounts", { ...made, label: deviceLabel() });
}

async function signIn(shell, body) {
  const opened = presented("sign-in").then((shown) => once("/v1/sessions", shown));
  const { account, recovered_at: at } = await saying(() => opened, { "not-verified": "This passkey opens no account here, or it took too long." });
  become(account);
  closeWindow(body, "done");
  warnOfRecovery(shell, at);
}

function recovering(shell, body) {
  const { t } = shell;
  const code = h("input", { name: "code", required: true, autocomplete: "off", spellcheck: "false", autofocus: true });
  const form = oneForm(shell, field(t("Recovery code"), code), {
    label: t("Make a new passkey"),
    name: "use-code",
    work: async (data) => {
      const made = await saying(() => newPasskey("recovery", { code: String(data.get("code")).trim() }), { "not-verified": "This code opens no account: each works once, and new ones replace the old." });
      await once("/v1/recoveries", { ...made, label: deviceLabel() });
      turnTo(body, t("Sign in"), recovered(shell, body));
    },
  });
  return [h("p", {}, t("This device gets a new passkey. All sessions and tokens of the account end.")), form];
}

/** A recovery opens no session: the new passkey does. */
function recovered(shell, body) {
  const { t } = shell;
  const trouble = troubles(shell);
  const enter = button(t("Sign in with a passkey"), () => trouble.attempt(() => signIn(shell, body)), { class: "btn primary", "data-do": "use-passkey" });
  return [h("p", {}, t("The new passkey is ready. For 72 hours it cannot remove older passkeys, make codes, export, rename or close the account.")), h("div", { class: "account-form" }, enter, trouble.node)];
}
