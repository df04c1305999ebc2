// Bots of one's own: accounts that only programs use, each with its tokens.
import { make } from "./requests.js";
import { button, field, h, modal } from "../ui.js";
import { card, list, line, remover } from "./parts.js";
import { withPasskey } from "./passkeys.js";
import { SCOPES, tokenList } from "./tokens.js";
import { WRONG_NAME, closeWindow, oneForm, saying } from "./window.js";

const PATH = "/v1/me/bots";

export function bots(shell) {
  const { t } = shell;
  const all = list(shell, PATH, {
    of: "bots",
    empty: "No bots.",
    row: ({ id, name }, again) => line(name, [t("bot")], [
      button(t("Tokens…"), () => tokensOfBot(shell, id, name), { class: "btn small", "data-do": "bot-tokens" }),
      remover(shell, {
        label: "Close",
        name: "close-bot",
        path: `${PATH}/${id}`,
        ask: { title: t("Close {name}?", { name }), text: "Its tokens stop working, and its name is gone from its games. This cannot be undone.", yes: "Close the bot" },
        then: again,
      }),
    ]),
  });
  const add = button(t("New bot…"), () => newBot(shell, all.read), { class: "btn", "data-do": "new-bot" });
  return { node: card(t, "bots", "Bots", "A bot is an account that a program of yours plays with. Everybody sees that it is a bot, and that it is yours.", all.node, h("div", { class: "bar" }, add)), read: all.read };
}

async function newBot(shell, then) {
  const { t } = shell;
  const name = h("input", { name: "name", required: true, minlength: 2, maxlength: 24, autocomplete: "off", spellcheck: "false", autofocus: true });
  const form = oneForm(shell, field(t("Name of the bot"), name), {
    label: t("Make the bot"),
    name: "make-bot",
    work: async () => {
      await saying(() => withPasskey(() => make(PATH, { name: name.value.trim() })), { ...WRONG_NAME, "gone-elsewhere": "The name is taken, or looks like one that is; or you have ten bots, which is the most." });
      closeWindow(form, "done");
    },
  });
  if (await modal(t("New bot"), form, t("Cancel"))) await then();
}

async function tokensOfBot(shell, id, name) {
  const { t } = shell;
  const { node, read } = tokenList(shell, `${PATH}/${id}/tokens`, Object.keys(SCOPES).filter((scope) => scope !== "referee"));
  void read();
  await modal(t("Tokens of {name}", { name }), node, t("Close"));
}
