// The page for unknown addresses.
import { h, pageLink } from "./ui.js";

export async function open(root, shell) {
  const { t } = shell;
  shell.title(t("Nothing is here"));
  root.append(h("section", { class: "card door", id: "not-found" }, [
    h("h1", {}, t("Nothing is here")),
    h("p", {}, t("There is no page at this address. Perhaps a part of the link is missing.")),
    h("p", { class: "address" }, h("code", {}, location.pathname)),
    h("div", { class: "bar" }, [pageLink("/", t("To the lobby"), { class: "btn primary" }), pageLink("/my", t("My games"), { class: "btn" })]),
  ]));
  return null;
}
