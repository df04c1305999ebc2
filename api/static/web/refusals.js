// What was refused, with the rule that refused it, in the words of the clause, and whose rule that is.
import { button, h } from "./ui.js";
import { said } from "./i18n.js";
import { clauseSource } from "./game/clauses.js";

const SECONDS = 12;

export function refusal(place, t, problem, clauses) {
  const clause = clauses?.find(({ id }) => id === problem.rule);
  const box = h("div", { class: "alert", "data-kind": problem.kind || "error", "data-rule": problem.rule }, [
    h("strong", {}, heading(t, problem)),
    h("p", {}, problem.message),
    clause && h("blockquote", {}, [h("code", {}, clause.id), " ", said(clause.text, t.lang), clauseSource(t, clause)]),
    button("×", () => box.remove(), { class: "btn quiet", "aria-label": t("Close") }),
  ]);
  place.append(box);
  while (place.children.length > 3) place.firstChild.remove();
  setTimeout(() => box.remove(), SECONDS * 1000);
  if (!problem.kind) console.error(problem);
}

function heading(t, problem) {
  if (problem.kind) return problem.title ?? problem.kind;
  return problem instanceof TypeError ? t("The service cannot be reached.") : t("Something went wrong.");
}
