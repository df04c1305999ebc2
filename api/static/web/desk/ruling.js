// A ruling, or the decision of an appeal: the remedy, the reasons, the clauses, a preview, and penalties.
import { button, field, h, on, select } from "../ui.js";
import { seatName } from "../standings.js";
import { clauseChoice, deskForm, prose, valueOf } from "./forms.js";
import { canBeAppealed } from "./bench.js";
import { PENALTIES } from "./judgment.js";
import { precedents } from "./precedents.js";
import { remedyChoice } from "./remedy.js";

const CONDUCT = "referee.conduct.";
/** Only a head referee rules so, and cites a clause; the same for an exclusion, and past a draw or something shown. */
const WEIGHTY = ["result", "void", "replayed"];

export function rulingForm(shell, desk, file) {
  return file.doc.state === "appealed" ? decisionForm(shell, desk, file) : firstRuling(shell, desk, file);
}

function firstRuling(shell, desk, file) {
  const { t } = shell;
  const parts = rulingParts(shell, desk, file, "findings");
  return deskForm({ title: t("Rule"), label: t("Give the ruling"), id: "rule" }, [...parts.nodes, canBeAppealed(file.doc, file.doc.referee) ? "" : finalAtOnce(t), atOnce(t)], (form) =>
    desk.referee("/rulings", { ...parts.read(form), lang: shell.lang }, desk.now().doc.version));
}

const atOnce = (t) => h("p", { class: "notice card" }, t("The findings are public at once and cannot be changed."));

const finalAtOnce = (t) => h("p", { class: "notice card", "data-final": true }, t("No other head referee could decide an appeal in this case, so a ruling is final at once."));

function decisionForm(shell, desk, file) {
  const { t } = shell;
  const choice = select("decision", [["upheld", t("The ruling is upheld")], ["changed", t("The ruling is changed")]], "upheld");
  const parts = rulingParts(shell, desk, file, "new-findings");
  const instead = h("fieldset", { disabled: true, hidden: true, class: "instead" }, h("legend", {}, t("The ruling in its place")), parts.nodes);
  on(choice, "change", () => (instead.hidden = instead.disabled = choice.value === "upheld"));
  const findings = prose(shell, "findings", t("Findings on the appeal"));
  return deskForm({ title: t("Decide the appeal"), label: t("Give the decision"), id: "rule" }, [field(t("Decision"), choice), findings, instead, atOnce(t)], (form) => {
    const ruling = choice.value === "changed" ? { ruling: parts.read(form) } : {};
    const body = { decision: choice.value, findings: valueOf(form, "findings"), lang: shell.lang, ...ruling };
    return desk.referee("/appeals/decisions", body, desk.now().doc.version);
  });
}

function rulingParts(shell, desk, file, name) {
  const { t } = shell;
  const remedy = remedyChoice(shell, desk, file);
  const clauses = clauseChoice(shell, desk.clauses, file.doc.clauses);
  const penalties = penaltyList(shell, desk, file.doc.parties);
  const why = prose(shell, "why_not_stand", t("Why what was drawn or shown cannot stand"), t("Needed if a remedy goes back past a draw or something shown; only a head referee may do that."));
  const area = why.querySelector("textarea");
  area.required = false;
  const whyPart = h("details", {}, h("summary", {}, t("A remedy past a draw or something shown")), why);
  const isWeighty = () => WEIGHTY.includes(remedy.kind()) || area.value.trim() !== "" || penalties.read().some(({ kind }) => kind === "exclusion");
  for (const node of [remedy.node, penalties.node, clauses.node, whyPart]) on(node, "change", () => clauses.demand(isWeighty()));
  const read = (form) => {
    const given = valueOf(form, "why_not_stand");
    return {
      ...remedy.value(),
      findings: valueOf(form, name),
      clauses: clauses.cited(),
      penalties: penalties.read(),
      ...(given ? { why_not_stand: given } : {}),
    };
  };
  return { nodes: [remedy.node, whyPart, prose(shell, name, t("Findings: what happened, and the reasons for the ruling")), clauses.node, precedents(shell, clauses), penalties.node], read };
}

/** Penalties are records; each is one removable line. */
function penaltyList({ t, lang }, desk, parties) {
  const list = h("ul", { class: "penalties" });
  const codes = desk.clauses.filter(({ id }) => id.startsWith(CONDUCT));
  const { seats } = desk.now().doc;
  const add = () => {
    const line = h("li", { class: "row" }, [
      named(t("Seat"), select("penalty-seat", parties.map((seat) => [seat, seatName(t, seats, seat)]), parties[0])),
      named(t("Penalty"), select("penalty-kind", Object.entries(PENALTIES).map(([kind, label]) => [kind, t(label)]), "caution")),
      named(t("For what"), select("penalty-code", codes.map(({ id, text }) => [id, text[lang] ?? id]), codes[0]?.id)),
      button(t("Remove"), () => (line.remove(), node.dispatchEvent(new Event("change"))), { class: "btn small quiet" }),
    ]);
    list.append(line);
  };
  const node = h("div", { class: "field" }, h("span", { class: "field-name" }, t("Penalties")), list, button(t("Add a penalty"), add, { class: "btn small", "data-do": "penalty" }));
  const read = () => [...list.children].map((line) => {
    const [seat, kind, code] = [...line.querySelectorAll("select")].map(({ value }) => value);
    return { seat: Number(seat), kind, code };
  });
  return { node, read };
}

function named(label, control) {
  control.setAttribute("aria-label", label);
  return control;
}
