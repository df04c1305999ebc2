// Why an action is illegal now: the service's argument from the seat's own knowledge, step by step with clauses.
import { button, h, modal } from "../ui.js";
import { said } from "../i18n.js";
import { citation } from "./clauses.js";

/** Shows the argument against an action at this version of the game. */
export async function whyNot(shell, { source, ruleset, version }, action) {
  const { t, lang } = shell;
  const { legal, steps } = await source.post("/explanations", { version, action });
  const list = h("ol", { class: "why-steps" }, steps.map(({ clause, text }) => h("li", {}, said(text, lang), " ", citation(shell, ruleset.clauses, clause))));
  return modal(t(legal ? "You can" : "Why not"), list, t("Close"));
}

/** For keyboard users: everything on the board that cannot be chosen now, by name; returns the element. */
export async function chooseBarred(t, place, title = t("Why can't I…?")) {
  const all = [...place.querySelectorAll(".why[aria-label]")];
  const list = h("div", { class: "choices" }, all.map((node, i) => button(node.getAttribute("aria-label"), () => list.closest("dialog").close(String(i)), { class: "btn" })));
  const chosen = await modal(title, list, t("Cancel"));
  return chosen === "" ? null : all[Number(chosen)];
}
