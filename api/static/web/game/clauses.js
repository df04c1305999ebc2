// Clauses of the rules: cited by moves and refusals, opened by a click, all listed in the rules panel.
import { button, h, modal, on, show } from "../ui.js";
import { said } from "../i18n.js";

const SOURCES = { rulebook: "From the rulebook", ruling: "Our ruling", addition: "Added by this service" };

/** The source of a part of a clause: the rulebook with the place in it, our ruling, or an addition of the service. */
function partSource(t, { source, where }) {
  return h("small", { class: "clause-source" }, where ? `${t(SOURCES[source])}: ${where}` : t(SOURCES[source]));
}

/** A clause by its sources: the rulebook's text, then our rulings, each with its source below it. */
export function clauseParts({ t, lang }, clause) {
  return (clause.parts ?? [clause]).flatMap((part) => [h("span", { class: "clause-part" }, said(part.text, lang)), partSource(t, part)]);
}

export function citation(shell, clauses, id) {
  return button(id, () => void openClause(shell, clauses, id), { class: "cite", "data-clause": id });
}

function openClause(shell, clauses, id) {
  const clause = clauses.find((one) => one.id === id);
  const text = clause ? clauseParts(shell, clause) : shell.t("This clause is not in the rules of this game.");
  return modal(id, h("p", { class: "clause-text" }, text), shell.t("Close"));
}

/** {node, update()}: all clauses, searchable by word; they are listed by the first update. */
export function rulesPanel(shell, clauses) {
  const { t, lang } = shell;
  const list = h("dl", { class: "rules" });
  const search = h("input", { type: "search", placeholder: t("Search the rules"), "aria-label": t("Search the rules") });
  const fill = () => {
    const word = search.value.toLowerCase();
    const found = clauses.filter(({ id, text }) => `${id} ${said(text, lang)}`.toLowerCase().includes(word));
    show(list, [word], found.flatMap((clause) => [h("dt", {}, h("code", {}, clause.id)), h("dd", {}, clauseParts(shell, clause))]));
  };
  on(search, "input", fill);
  return { node: h("div", { class: "rules-panel" }, search, list), update: () => list.dataset.shown ?? fill() };
}
