// One question before something that cannot be taken back: what follows, and the clause that says so.
import { button, h, modal } from "../ui.js";
import { citation } from "./clauses.js";

/** Whether it was confirmed. `next`: the consequences as sentences; `yes`: the label of the button that does it. */
export async function confirmed(shell, clauses, { title, next, rule, yes }) {
  const { t } = shell;
  const sure = button(yes, () => sure.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  const why = rule && h("p", { class: "muted" }, t("The rule:"), " ", citation(shell, clauses, rule));
  return (await modal(title, [next.map((text) => h("p", {}, text)), why, h("div", { class: "bar" }, sure)], t("Cancel"))) === "yes";
}
