// What the service says of this browser's session: whose it is, that it has ended, that somebody recovered the account.
import { ask } from "./requests.js";
import { h, pageLink } from "../ui.js";
import { remember, remembered } from "../memory.js";
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
  if (problem.recoveredAt) remember(RECOVERED, problem.recoveredAt);
  if (me()) sayEnded(shell, problem.recoveredAt);
  become(null);
  void endPush(); // its subscription has ended with it
  return null;
}

function sayEnded(shell, at) {
  if (at) warnOfRecovery(shell, at);
  else shell.refuse({ kind: "session-ended", title: "You are signed out.", message: ENDED }, null, toAccount(shell));
}

/** When the recovery took place that ended this browser's session, for 30 days; null without one. */
export function endedByRecovery() {
  const at = remembered(RECOVERED, null);
  return at && Date.parse(at) + RECOVERY_SAID > Date.now() ? at : null;
}

const RECOVERED = "recovered";
const RECOVERY_SAID = 30 * 24 * 3_600_000;
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
