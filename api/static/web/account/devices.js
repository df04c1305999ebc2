// Another device: this one shows a picture, that one shows six digits, which are typed in here.
import { ask, once } from "./requests.js";
import { serviceNow } from "../clock/servicetime.js";
import { linkLine } from "../game/links.js";
import { qrCode } from "../qr.js";
import { button, field, h, modal, pause } from "../ui.js";
import { me } from "./me.js";
import { attempt, card } from "./parts.js";
import { withPasskey } from "./passkeys.js";
import { closeWindow, oneForm, saying } from "./window.js";

const TRIES = 6;
const AGAIN = 1000;

export function devices(shell) {
  const { t } = shell;
  const add = button(t("Sign in on another device…"), () => attempt(shell, () => showCode(shell)), { class: "btn", "data-do": "another-device" });
  return { node: card(t, "devices", "Another device", "A phone with this account: point its camera at a picture, and type in here what it shows.", h("div", { class: "bar" }, add)) };
}

/** Of an account one code is open at a time: a window that was closed too soon shows the same one again. */
let shown = null;

async function openCode() {
  const { id } = me();
  const open = () => saying(() => withPasskey(() => once("/v1/me/devices")), { "gone-elsewhere": "A code is shown already, in another window or before this page was opened again. Try again in two minutes." });
  if (shown?.id !== id || Date.parse(shown.expires_at) < serviceNow()) shown = { ...(await open()), id };
  return shown;
}

async function showCode(shell) {
  const { t } = shell;
  const { device, url, expires_at: until } = await openCode();
  const address = new URL(url, location.origin).href;
  const left = countdown(t, until);
  const form = digitsForm(shell, device);
  const done = await modal(t("Sign in on another device"), h("div", { class: "account-window" }, [
    h("p", { tabindex: -1, autofocus: true }, t("Point the other device's camera at the picture, or open the link there. It then shows six digits.")),
    h("div", { class: "qr-place" }, qrCode(address, t("QR code of the link"))),
    linkLine(t, t("Link"), address),
    left.node,
    h("p", { class: "account-warns", id: "digits-warning" }, t("Never type in digits that somebody sent you: only those that you see on your own other device.")),
    form,
  ]), t("Cancel"), { firm: true });
  left.end();
  if (done) await shell.open();
}

const WRONG = {
  "not-verified": "These are not the digits that the other device shows. The third wrong try ends it for both.",
  "not-found": "This code is over: it was used, opened twice, tried too often, or is too old. Close this window and begin anew.",
};

function digitsForm(shell, device) {
  const { t } = shell;
  const digits = h("input", { name: "digits", required: true, inputmode: "numeric", autocomplete: "off", pattern: "[0-9 ]{6,7}", maxlength: 7, class: "digits-input" });
  const form = oneForm(shell, field(t("Six digits"), digits), {
    label: t("Let it in"),
    name: "let-in",
    work: async () => {
      const before = await sessionCount();
      await saying(() => once(`/v1/me/devices/${device}/digits`, { digits: digits.value.replaceAll(" ", "") }), WRONG).catch((problem) => {
        if (problem.kind === "not-found") shown = null; // the next one may be opened
        throw problem;
      });
      shown = null;
      await joined(before);
      closeWindow(form, "done");
    },
  });
  return form;
}

const sessionCount = async () => (await ask("/v1/me/sessions")).sessions.length;

/** The new device asks now and then whether it is let in; only then is it in the list of sessions. */
async function joined(before) {
  for (let tries = 0; tries < TRIES && (await sessionCount()) <= before; tries++) await pause(AGAIN);
}

/** {node, end()}: how long a code still counts. */
export function countdown(t, until) {
  const node = h("p", { class: "muted", role: "timer" });
  const tell = () => {
    const seconds = Math.ceil((Date.parse(until) - serviceNow()) / 1000);
    node.textContent = seconds > 0 ? t("Seconds left: {n}", { n: seconds }) : t("The time is over. Begin anew.");
  };
  tell();
  const timer = setInterval(tell, 1000);
  return { node, end: () => clearInterval(timer) };
}
