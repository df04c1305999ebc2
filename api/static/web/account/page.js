// The page of one's own account: everything that belongs to it, and everything that opens it.
import { remove } from "./requests.js";
import { loadStyle } from "../boards/parts/dom.js";
import { peopleAddress } from "../places/addresses.js";
import { button, h, pageLink } from "../ui.js";
import { signIn } from "./entrance.js";
import { accountsOrigin, become, me } from "./me.js";
import { bots } from "./bots.js";
import { closing, exporting } from "./leaving.js";
import { codesCard } from "./codescard.js";
import { devices } from "./devices.js";
import { naming } from "./naming.js";
import { pushCard } from "./push.js";
import { endPush } from "./pushing.js";
import { attempt } from "./parts.js";
import { passkeysCard } from "./passkeyscard.js";
import { endedByRecovery, lookAgain, recovery } from "./session.js";
import { sessions } from "./sessions.js";
import { settings } from "./settings.js";
import { tokensCard } from "./tokens.js";

export async function open(root, shell) {
  const { t } = shell;
  shell.title(t("Your account"));
  await Promise.all(["../places/places.css", "../account/account.css"].map(loadStyle));
  const found = me() && (await lookAgain(shell));
  if (!found) {
    root.append(door(shell));
    return null;
  }
  const cards = [naming, passkeysCard, codesCard, devices, sessions, pushCard, settings, tokensCard, bots, exporting, closing].map((part) => part(shell, found));
  root.append(head(shell, found), warning(shell, found.recovered_at), h("div", { class: "account-cards" }, cards.map(({ node }) => node)));
  await Promise.all(cards.map((one) => one.read?.()));
  const ends = cards.map(({ end }) => end).filter(Boolean);
  return () => ends.forEach((end) => end());
}

const warning = (shell, at) => (at ? h("p", { class: "card account-warns", id: "recovered" }, recovery(shell, at)) : "");

function head(shell, { account }) {
  const { t } = shell;
  const out = button(t("Sign out"), () => attempt(shell, () => signOut(shell)), { class: "btn", "data-do": "sign-out" });
  return h("div", { class: "places-head with-tools" }, [
    h("div", {}, h("h1", {}, account.name), h("p", { class: "muted" }, t("Your account"))),
    h("div", { class: "bar" }, [pageLink("/my", t("My games"), { class: "btn" }), pageLink(peopleAddress(account.name), t("Your public page"), { class: "btn" }), out]),
  ]);
}

async function signOut(shell) {
  await endPush();
  await remove("/v1/me/sessions/current");
  become(null);
  await shell.go("/");
}

function door(shell) {
  const { t } = shell;
  const here = accountsOrigin();
  return h("section", { class: "card door", id: "account-door" }, [
    h("h1", {}, t("Your account")),
    here && warning(shell, endedByRecovery()),
    h("p", {}, t(here ? "Nobody is signed in at this browser." : "This service has no accounts.")),
    here && h("div", { class: "bar" }, button(t("Sign in"), () => signIn(shell), { class: "btn primary" })),
  ]);
}
