// The one button of accounts, in the head of every page: "Sign in", or the name of who is.
import { SESSION_DOUBTED } from "../api.js";
import { button, h, pageLink, show } from "../ui.js";
import { accountsOrigin, me, watchMe } from "./me.js";
import { lookAgain } from "./session.js";

/** Empty where the service has no accounts. */
export function entrance(shell) {
  const node = h("span", { class: "entrance" });
  if (accountsOrigin()) draw(shell, node);
  return node;
}

function draw(shell, node) {
  const { t } = shell;
  const account = me();
  show(node, [t.lang, account], account
    ? pageLink("/account", account.name, { class: "btn quiet", id: "account", title: t("Your account") })
    : button(t("Sign in"), () => signIn(shell), { class: "btn", id: "sign-in" }));
}

export async function signIn(shell) {
  return shell.attempt(async () => (await import("./signin.js")).signInWindow(shell));
}

/** Keep the button true, and find out whether the session that this browser remembers still counts. */
export function followAccount(shell) {
  if (!accountsOrigin()) return;
  watchMe(() => {
    const node = document.querySelector(".entrance");
    if (node) draw(shell, node);
  });
  const look = () => me() && lookAgain(shell).then((found) => found ?? shell.open()).catch(() => {}); // whatever needs the session asks again
  addEventListener(SESSION_DOUBTED, look);
  void look();
  const hear = () => me() && void import("./notices.js").then(({ followNotices }) => followNotices(shell), () => {}); // the next page tries again
  watchMe(hear);
  hear();
}
