// Who may invite this account to a table.
import { ask, put } from "./requests.js";
import { h, on } from "../ui.js";
import { attempt, card } from "./parts.js";

const WHO = [
  ["known", "People with whom I have played"],
  ["everybody", "Everybody"],
  ["nobody", "Nobody"],
];

export function settings(shell) {
  const { t } = shell;
  const chosen = (value) => on(h("input", { type: "radio", name: "invitations", value }), "change", () => attempt(shell, () => put("/v1/me/settings", { invitations: value })));
  const rows = WHO.map(([value, label]) => h("label", { class: "switch" }, chosen(value), t(label)));
  const node = card(t, "settings", "Who may invite me", "To tables, by my name. Links still work for everybody.", h("div", { class: "choices", role: "radiogroup", "aria-label": t("Who may invite me") }, rows));
  const read = () => attempt(shell, async () => {
    const { invitations } = await ask("/v1/me/settings");
    if (node.querySelector(":checked")) return; // chosen meanwhile: what was read is older
    const input = node.querySelector(`[value=${invitations}]`);
    if (input) input.checked = true;
  });
  return { node, read };
}
