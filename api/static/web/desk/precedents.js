// Precedents in the form of a ruling: for each clause that it cites, what was ruled by it before, and what appeals made of that.
import { h, pageLink, show } from "../ui.js";
import { get } from "../api.js";
import { caseAddress } from "./address.js";
import { KINDS, timeOf, written } from "./texts.js";

const SHOWN = 5;

/** A section that follows the clauses chosen in a form (`forms.js: clauseChoice`). */
export function precedents(shell, clauses) {
  const node = h("div", { class: "precedents", "aria-live": "polite" });
  const known = new Map();
  const page = (id) => {
    if (!known.has(id)) known.set(id, get(`/v1/rulings?clause=${encodeURIComponent(id)}&limit=${SHOWN}`));
    return known.get(id);
  };

  async function look() {
    const cited = clauses.cited();
    const pages = await Promise.all(cited.map(page)).catch((problem) => (known.clear(), void problem));
    if (pages && cited.join() === clauses.cited().join()) show(node, [shell.lang, cited, pages], pages.map((one, nth) => rulingsBy(shell, cited[nth], one)));
  }

  new MutationObserver(look).observe(clauses.node, { childList: true, subtree: true });
  void look();
  return node;
}

function rulingsBy(shell, clause, { rulings, stood, overturned }) {
  const { t } = shell;
  const n = stood + overturned;
  if (n === 0) return h("p", { class: "muted" }, t("No earlier ruling cites {clause}", { clause }));
  const summary = `${t("{n} earlier rulings cite {clause}", { n, clause })}: ${t("{n} stood", { n: stood })}, ${t("{n} were overturned", { n: overturned })}`;
  return h("details", { "data-precedents": clause }, h("summary", {}, summary), h("ul", {}, rulings.map((one) => h("li", {}, earlier(shell, one)))));
}

function earlier(shell, { game, dispute, kind, name, referee, at, outcome, findings }) {
  const { t } = shell;
  const who = name ? t("referee {n}, {name}", { n: referee, name }) : t("referee {n}", { n: referee });
  const gone = outcome === "overturned" && h("strong", {}, t("overturned on appeal"));
  return [pageLink(caseAddress(game, dispute), t(KINDS[kind]), { target: "_blank" }), ", ", who, ", ", timeOf(shell, at), gone && ", ", gone, written(shell, findings, "precedent")];
}
