// An inconsistency, explained to the player, with both notes to show to others.
import { h } from "../ui.js";
import { breachOf } from "./store.js";

/** {node, update()}: empty while everything is consistent. */
export function breachNotice(t, id) {
  const node = h("section", { class: "card notice breach", id: "breach", role: "alert", hidden: true });
  const update = () => {
    const breach = breachOf(id);
    if (!breach || !node.hidden) return;
    node.hidden = false;
    node.append(
      h("h2", {}, t("The service contradicts what this browser has seen")),
      h("p", {}, t(breach.why, breach.values)),
      h("p", {}, t("This page does nothing more in this game. Both notes are stored here; show them to the others and to the operator.")),
      note(t("Kept by this browser"), breach.kept),
      note(t("Shown by the service"), breach.shown),
    );
  };
  return { node, update };
}

function note(title, text) {
  return h("details", { class: "note", open: true }, h("summary", {}, title), h("pre", { class: "raw", tabindex: "0" }, text));
}
