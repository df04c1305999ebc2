// The button for what one can do at a table besides playing; the window is loaded when it is opened.
import { get } from "../api.js";
import { arrived } from "../connection.js";
import { button } from "../ui.js";
import { tokenFor, tokensOf } from "../memory.js";

/**
 * A button that opens the window; null for viewers without any choice there. `changed()` reads the game again; `declare` sends what a seat
 * does beside the game.
 */
export function tableButton(shell, { id, role, source, changed, declare }) {
  const held = Object.keys(tokensOf(id)).filter((one) => one !== "watcher");
  if (held.length === 0) return null;
  const open = () => shell.attempt(async () => {
    const [{ tableMenu }, doc] = await Promise.all([arrived(import("./tablemenu.js")), get(`/v1/games/${id}`, { token: tokenFor(id, role) })]);
    if (await tableMenu(shell, { id, role, doc, events: source.events, declare })) await changed();
  });
  return button(shell.t("Table"), () => void open(), { class: "btn quiet", id: "table-menu" });
}
