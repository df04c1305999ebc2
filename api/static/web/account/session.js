// What the service says of this browser's session: whose it is, that it has ended, that somebody recovered the account.
import { ask } from "./requests.js";
import { h, pageLink } from "../ui.js";
import { become, me } from "./me.js";
import { endPush } from "./pushing.js";

/** Ask whose session it is; null if it has ended. */
export async function lookAgain(shell) {
  try {
    const found = await ask("/v1/me");
    become(found.account);
    return found;
  } catch (problem) {
    return ended(shell, problem);
  }
}

/** A session that was revoked, or is too old: from now on the page is a guest's. Anything else is thrown. */
export function ended(shell, problem) {
  if (problem.kind !== "unauthenticated") throw problem;
  if (me()) shell.refuse({ kind: "session-ended", title: "You are signed out.", message: ENDED }, null, toAccount(shell));
  become(null);
  void endPush(); // its subscription has ended with it
  return null;
}

const ENDED = "This browser's session has ended: on another device, by a recovery code, or because it was old. If it was a code and not you, use another code now.";

/** At each sign-in in the 30 days after a recovery; `at` is null otherwise. */
export function warnOfRecovery(shell, at) {
  if (at) shell.refuse({ kind: "recovered", title: "Your account was recovered.", message: recovery(shell, at) }, null, toAccount(shell));
}

export function recovery({ t, lang }, at) {
  const date = new Date(at).toLocaleString(lang === "en" ? "en-GB" : lang, { dateStyle: "long", timeStyle: "short" });
  return t("A recovery code was used on {date}. If that was not you, remove the new passkey now.", { date });
}

const toAccount = ({ t }) => h("p", {}, pageLink("/account", t("Your account")));
