// The page of the new device: it shows six digits, and is signed in once they were typed in on the other one.
import { once } from "./requests.js";
import { serviceNow } from "../clock/servicetime.js";
import { loadStyle } from "../boards/parts/dom.js";
import { h, pageLink, pause } from "../ui.js";
import { countdown } from "./devices.js";
import { become } from "./me.js";
import { warnOfRecovery } from "./session.js";

const AGAIN = 1500;
const SECRET = /^#(?<secret>.{16,200})$/;

/** What was opened last, so that this page may be drawn anew: in another language, or when a session of before has ended.
 * @type {Promise<any> | null} */
let opening = null;

export async function open(root, shell) {
  const { t } = shell;
  const { secret } = SECRET.exec(location.hash)?.groups ?? {};
  if (secret) opening = once("/v1/devices/openings", { secret }).catch((problem) => ((opening = null), tooLate(problem)));
  history.replaceState(null, "", location.pathname); // the secret is removed from the address at once
  shell.title(t("Sign in on this device"));
  await Promise.all(["../places/places.css", "../account/account.css"].map(loadStyle));
  const opened = await opening;
  if (!opened || Date.parse(opened.expires_at) < serviceNow()) {
    root.append(over(t));
    return null;
  }
  const left = countdown(t, opened.expires_at);
  const { digits } = opened;
  root.append(h("section", { class: "card door", id: "new-device" }, [
    h("h1", {}, t("Sign in on this device")),
    h("p", {}, t("Type these digits in on the device where you are signed in.")),
    h("p", { class: "digits" }, `${digits.slice(0, 3)} ${digits.slice(3)}`),
    left.node,
  ]));
  let gone = false;
  void shell.attempt(() => waitFor(shell, opened.ticket, () => gone)).then((account) => account || gone || root.replaceChildren(over(t)));
  return () => {
    gone = true;
    left.end();
  };
}

/** Not there, used, or late: all the same. */
function tooLate(problem) {
  if (problem.status >= 400 && problem.status < 500) return null;
  throw problem;
}

/** The account, once the digits were typed in; null if they never were. */
async function waitFor(shell, ticket, gone) {
  while (!gone()) {
    const found = await once("/v1/devices/sessions", { ticket }).catch(tooLate);
    if (!found) return null;
    if (found.account) return enter(shell, found);
    await pause(AGAIN);
  }
  return null;
}

async function enter(shell, { account, recovered_at: at }) {
  become(account);
  await shell.go("/my");
  warnOfRecovery(shell, at);
  return account;
}

function over(t) {
  return h("section", { class: "card door", id: "device-over" }, [
    h("h1", {}, t("This code no longer works")),
    h("p", {}, t("It counts for two minutes and for one device. Show a new one on the device where you are signed in.")),
    h("div", { class: "bar" }, pageLink("/", t("To the lobby"), { class: "btn primary" })),
  ]);
}
