// A game that does not open: it does not exist, or it is private and this browser has no token for it.
import { button, h, on, pageLink } from "../ui.js";
import { admit } from "./admit.js";

export function closedDoor(root, shell, id, problem) {
  const { t } = shell;
  const input = h("input", { autocomplete: "off", spellcheck: "false", "aria-label": t("Token") });
  const enter = () => shell.attempt(async () => {
    await admit(id, input.value.trim());
    await shell.open();
  });
  on(input, "keydown", (event) => event.key === "Enter" && enter());
  root.replaceChildren(h("section", { class: "card door" }, [
    h("h1", {}, t("This game does not open")),
    h("p", {}, problem.status === 404 ? t("There is no such game.") : problem.message),
    h("p", { class: "muted" }, t("Private games open with one of their tokens.")),
    h("div", { class: "row" }, input, button(t("Use it"), enter, { class: "btn primary" })),
    pageLink("/", t("To the lobby")),
  ]));
}
