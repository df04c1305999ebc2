// Actions on a table besides playing: moving to another browser, a rematch, and for the organiser suspending it,
// ending it, and substitutes.
import { get, send } from "../api.js";
import { button, h, modal } from "../ui.js";
import { tokenFor, tokensOf } from "../memory.js";
import { invite } from "../seats.js";
import { rematch } from "./rematch.js";
import { linkOnce } from "./invitations.js";
import { cupOf } from "../cups.js";
import { moveAway } from "./moving.js";
import { isOver, seatOf } from "../standings.js";

/** A button that opens the window; null for viewers without any choice there. `changed()` reads the game again. */
export function tableButton(shell, { id, role, changed }) {
  const held = Object.keys(tokensOf(id)).filter((one) => one !== "watcher");
  if (held.length === 0) return null;
  const open = () => shell.attempt(async () => {
    const doc = await get(`/v1/games/${id}`, { token: tokenFor(id, role) });
    if (await tableMenu(shell, { id, role, doc })) await changed();
  });
  return button(shell.t("Table"), () => void open(), { class: "btn small quiet", id: "table-menu" });
}

async function tableMenu(shell, { id, role, doc }) {
  const { t } = shell;
  const list = h("div", { class: "table-menu" });
  const choices = new Map();
  const add = (name, label, about, work) => {
    choices.set(name, work);
    list.append(h("div", { class: "menu-row" }, [button(label, () => list.closest("dialog").close(name), { class: "btn", "data-do": name }), about && h("p", { class: "muted" }, about)]));
  };
  if (cupOf(id)) add("cup", t("To the tournament"), t("The standings, and the next game."), () => shell.go(`/tournaments/${cupOf(id)}`));
  else if (!isOver(doc)) add("move", t("Continue on another device…"), t("A link, or a picture for its camera."), () => moveAway(shell, [{ id, doc }]));
  if (isOver(doc) && seatOf(role) !== null && !cupOf(id)) add("rematch", t("Rematch"), t("A new table like this one, once everybody has accepted; bots do at once."), () => rematch(shell, doc, seatOf(role)));
  if (tokensOf(id).organiser) organised(shell, { id, role, doc }, add);
  if (choices.size === 0) list.append(h("p", {}, t("There is nothing to do at this table any more.")));
  const chosen = await modal(t("Table"), list, t("Close"));
  return choices.has(chosen) ? ((await choices.get(chosen)()), true) : false;
}

function organised(shell, { id, role, doc }, add) {
  const { t } = shell;
  const own = seatOf(role);
  const ask = (method, what) => send(method, `/v1/games/${id}/${what}`, { token: tokensOf(id).organiser });
  if (["playing", "suspended"].includes(doc.status)) {
    for (const { seat, name, bot } of doc.seats) {
      if (!bot && seat !== own) add(`substitute-${seat}`, t("Invite a substitute for {name}", { name: name ?? t("Seat {n}", { n: seat }) }), null, async () => linkOnce(t, await invite(id, seat), SUBSTITUTE));
    }
  }
  if (doc.status === "playing") add("suspend", t("Suspend"), t("Nobody may act until you resume the game."), () => ask("PUT", "suspension"));
  if (doc.status === "suspended") add("resume", t("Resume"), null, () => ask("DELETE", "suspension"));
  if (!isOver(doc)) add("abandon", t("Abandon…"), t("The game ends here, without an outcome."), async () => (await sure(t)) && ask("POST", "abandonment"));
}

const SUBSTITUTE = "Send this link to the person who will take over. Once it is used, the previous player can only watch.";

async function sure(t) {
  const yes = button(t("Abandon the game"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  return (await modal(t("Abandon the game?"), [h("p", {}, t("This cannot be taken back.")), h("div", { class: "bar" }, yes)], t("Cancel"))) === "yes";
}
