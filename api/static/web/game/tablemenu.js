// Actions on a table besides playing: moving to another browser, a rematch, what a seat may declare, and for the organiser suspending
// the game, ending it, and substitutes.
import { button, h, modal } from "../ui.js";
import { SESSION, tokensOf } from "../memory.js";
import { goOnHere } from "../account/goingon.js";
import { rematch } from "./rematch.js";
import { cupOf } from "../cups.js";
import { moveAway } from "./moving.js";
import { declarations } from "./declaring.js";
import { organised } from "./organising.js";
import { isOver, seatOf } from "../standings.js";

const UNDER_WAY = ["playing", "suspended"];

/** An account's seat opens wherever it is signed in; a key that somebody may have copied with this browser's data is replaced. */
function ofAccount({ t }, { id, role, doc }, add) {
  add("devices", t("Continue on another device"), t("Sign in there, open this game, and choose: Go on here."));
  const row = doc.seats.find(({ seat }) => seat === seatOf(role));
  if (row?.key && UNDER_WAY.includes(doc.status)) add("new-key", t("A new key for this seat…"), t("For when somebody may have a copy of this browser's data. The old key agrees, and counts no more."), () => goOnHere(id, row.seat));
}

/** Whether something has been done there. */
export async function tableMenu(shell, table) {
  const { t } = shell;
  const { id, role, doc } = table;
  const list = h("div", { class: "table-menu" });
  const choices = new Map();
  /** Without `work` it is said why it cannot be done. */
  const add = (name, label, about, work, place = list) => {
    if (work) choices.set(name, work);
    const what = work ? button(label, () => list.closest("dialog").close(name), { class: "btn", "data-do": name }) : h("span", { class: "menu-barred", "data-barred": name }, label);
    place.append(h("div", { class: "menu-row" }, [what, about && h("p", { class: "muted" }, about)]));
  };
  /** A place for rows of one kind, which the window shows on demand. */
  const fold = (label) => {
    const place = h("details", { class: "menu-fold" }, h("summary", {}, label));
    list.append(place);
    return place;
  };
  if (cupOf(id)) add("cup", t("To the tournament"), t("The standings, and the next game."), () => shell.go(`/tournaments/${cupOf(id)}`));
  else if (!isOver(doc) && tokensOf(id)[role] === SESSION) ofAccount(shell, table, add);
  else if (!isOver(doc)) add("move", t("Continue on another device…"), t("A link, or a picture for its camera."), () => moveAway(shell, [{ id, doc }]));
  if (isOver(doc) && seatOf(role) !== null && !cupOf(id)) add("rematch", t("Rematch"), t("A new table like this one, once everybody has accepted; bots do at once."), () => rematch(shell, doc, seatOf(role)));
  if (doc.viewer.startsWith("seat:")) declarations(shell, { ...table, fold }, add);
  if (tokensOf(id).organiser) organised(shell, table, add);
  if (list.childElementCount === 0) list.append(h("p", {}, t("There is nothing to do at this table any more.")));
  const chosen = await modal(t("Table"), list, t("Close"));
  return choices.has(chosen) ? ((await choices.get(chosen)()), true) : false;
}
