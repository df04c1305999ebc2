// Everything of mine as a file, and closing the account.
import { readBytes, remove } from "./requests.js";
import { button, h, modal, pageLink } from "../ui.js";
import { saveText } from "./codes.js";
import { become } from "./me.js";
import { attempt, card } from "./parts.js";
import { withPasskey } from "./passkeys.js";
import { closeWindow, oneForm } from "./window.js";

export function exporting(shell, { account }) {
  const { t } = shell;
  const save = () => withPasskey(() => readBytes("/v1/me/export", "application/zip")).then((bytes) => saveText(`kronika-${account.name}.zip`, bytes));
  const take = button(t("Save everything of mine"), () => attempt(shell, save), { class: "btn", "data-do": "export" });
  return { node: card(t, "export", "Everything of mine", "One file with your account and your games.", h("div", { class: "bar" }, take)) };
}

export function closing(shell, { account }) {
  const { t } = shell;
  const close = button(t("Close the account…"), () => lastQuestion(shell, account), { class: "btn", "data-do": "close-account" });
  return { node: card(t, "close", "Close the account", "Your name, passkeys, tokens and bots are deleted for good. Your games stay, with \"somebody\" in your place.", h("div", { class: "bar" }, close)) };
}

async function lastQuestion(shell, account) {
  const { t } = shell;
  const form = oneForm(shell, [
    h("p", {}, t("{name} is deleted with everything that opens it. Nobody can bring it back.", { name: account.name })),
    h("p", { class: "muted" }, t("First resign from games that run, yours and your bots', and let open cases end. Seats at tables that wait become free; a full table that waits for your share of the draws will never begin.")),
  ], {
    label: t("Close it for good"),
    name: "close-for-good",
    work: async () => {
      const games = await refusedFor(() => withPasskey(() => remove("/v1/me")));
      if (games) form.querySelector(".trouble").replaceChildren(stillRunning(t, games));
      else closeWindow(form, "done");
    },
  });
  if ((await modal(t("Close the account?"), form, t("Cancel"))) !== "done") return;
  become(null);
  await shell.go("/");
}

/** The games because of which it is too early, if it is. */
async function refusedFor(work) {
  try {
    await work();
  } catch (problem) {
    if (problem.games) return problem.games;
    throw problem;
  }
  return null;
}

function stillRunning(t, games) {
  return h("div", { class: "account-refused" }, h("p", {}, t("Not yet: these games still need you.")), h("ul", {}, games.map((id) => h("li", {}, pageLink(`/games/${id}`, t("Game {id}", { id: id.slice(0, 8) }))))));
}
