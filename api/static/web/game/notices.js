// Notices that hold for as long as a game's page is open.
import { h } from "../ui.js";
import { forgetful } from "../memory.js";

export function fleeting(t, role) {
  return role !== "spectator" && forgetful() && h("p", { class: "card notice", id: "fleeting" }, t("This browser stores nothing: once you leave this page your place in the game is lost."));
}

/** `missing`: the role that the address names, without a token for it. */
export function withoutToken(t, missing) {
  if (!missing) return null;
  return h("p", { class: "card notice" }, t("This browser has no token for {role}: you see what everybody may see.", { role: missing.replace(":", " ") }));
}
