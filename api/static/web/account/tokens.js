// Personal tokens, for programs: of the account, or of a bot of its own.
import { make } from "./requests.js";
import { linkLine } from "../game/links.js";
import { button, field, h, modal, select } from "../ui.js";
import { card, day, line, list, remover } from "./parts.js";
import { withPasskey } from "./passkeys.js";
import { closeWindow, oneForm, saying, turnTo } from "./window.js";

const DAY = 86_400;
const DAYS = [30, 90, 180, 366];
const USUAL = 90;
export const SCOPES = {
  read: "see my games",
  play: "play in my seats",
  tables: "make tables and sit down",
  referee: "rule as a referee",
  hooks: "make webhooks",
};

export function tokensCard(shell) {
  const { t } = shell;
  const { node, read } = tokenList(shell, "/v1/me/tokens", Object.keys(SCOPES));
  return { node: card(t, "tokens", "Tokens for programs", "A program that has one does in your name what its scopes allow, and nothing else.", node), read };
}

/** {node, read()}: the tokens at this path, and the button that makes one with some of these scopes. */
export function tokenList(shell, path, scopes) {
  const { t, lang } = shell;
  const all = list(shell, path, {
    of: "tokens",
    empty: "No tokens.",
    row: ({ id, label, scopes: has, expires_at: until, last_used_at: used }, again) => line(
      label,
      [has.join(", "), t("until {date}", { date: day(until, lang) }), used ? t("last used {date}", { date: day(used, lang) }) : t("never used")],
      remover(shell, { label: "Revoke", name: "revoke-token", path: `${path}/${id}`, then: again }),
    ),
  });
  const add = button(t("New token…"), () => newToken(shell, path, scopes, all.read), { class: "btn", "data-do": "new-token" });
  return { node: h("div", { class: "account-part" }, all.node, h("div", { class: "bar" }, add)), read: all.read };
}

async function newToken(shell, path, scopes, then) {
  const { t } = shell;
  const body = h("div", { class: "account-window" });
  body.append(tokenForm(shell, path, scopes, body));
  await modal(t("New token"), body, t("Close"), { firm: true });
  await then();
}

function tokenForm(shell, path, scopes, body) {
  const { t } = shell;
  const fields = [
    field(t("Label"), h("input", { name: "label", required: true, maxlength: 60, autocomplete: "off", autofocus: true })),
    h("fieldset", { class: "account-scopes" }, h("legend", {}, t("What it may do")), scopes.map((scope) => h("label", { class: "switch" }, h("input", { type: "checkbox", name: "scope", value: scope }), h("span", {}, h("code", {}, scope), " ", t(SCOPES[scope]))))),
    field(t("Valid for"), select("days", DAYS.map((n) => [String(n), t("{n} days", { n })]), String(USUAL))),
  ];
  return oneForm(shell, fields, {
    label: t("Make the token"),
    name: "make-token",
    work: async (data) => {
      const wanted = { label: String(data.get("label")).trim(), scopes: data.getAll("scope"), expires_in: Number(data.get("days")) * DAY };
      if (wanted.scopes.length === 0) throw Object.assign(new Error("Choose at least one thing that it may do."), { kind: "no-scope", title: "This token could do nothing." });
      const { token } = await saying(() => withPasskey(() => make(path, wanted)), { "gone-elsewhere": "There are too many tokens. Revoke one first." });
      turnTo(body, t("Your token"), shownOnce(shell, token));
    },
  });
}

function shownOnce({ t }, token) {
  const done = button(t("I have stored it"), () => closeWindow(done, "done"), { class: "btn primary", "data-do": "token-stored" });
  return [h("p", {}, t("It is shown only now. Anybody who has it can use it: do not send it to anybody.")), linkLine(t, t("Token"), token), h("div", { class: "bar" }, done)];
}
