// The one menu of a game's page: everything that is needed now and then.
import { button, h, on } from "../ui.js";
import { lineIcon } from "./icons.js";

/** {opener, node}: the button, and what it opens. Choosing something closes the menu; a switch leaves it open. */
export function gameMenu(t, groups) {
  const node = h("div", { class: "game-menu card", id: "game-menu", popover: "auto" }, groups.map((group) => h("div", { class: "menu-group" }, group)));
  const opener = h("button", { type: "button", class: "btn quiet sign", id: "menu", popovertarget: "game-menu", "aria-label": t("Menu"), title: t("Menu") }, lineIcon("menu"));
  on(node, "click", (event) => event.target.closest(".btn:not(.looks)") && node.hidePopover());
  return { node, opener };
}

/** A button with a symbol in place of words. */
export function signButton(name, label, run, attributes = {}) {
  return button(lineIcon(name), run, { class: "btn quiet sign", "aria-label": label, title: label, ...attributes });
}
