// The rulings of a case, with the text of each clause that they cite, and what became of them on appeal.
import { h } from "../ui.js";
import { said as inLanguage } from "../i18n.js";
import { namesOf, seatName } from "../standings.js";
import { bankWords } from "./banks.js";
import { actorName, citations, KINDS, said, section, timeOf, written } from "./texts.js";

export const PENALTIES = { caution: "Caution", warning: "Warning", exclusion: "Exclusion" };

export function rulings(shell, desk, doc) {
  if (doc.rulings.length === 0) return null;
  return section(shell.t("Rulings"), { id: "rulings" }, doc.rulings.map((one) => ruling(shell, desk, doc, one)));
}

function ruling(shell, desk, doc, one) {
  const { t } = shell;
  const { ruling: number, referee, kind, clauses, findings, why_not_stand: why, remedy, penalties, at, final, judged } = one;
  const standing = final ? "final" : one === doc.rulings.at(-1) ? "not final yet" : "replaced";
  return h("article", { class: "said ruling", "data-ruling": number, "data-kind": kind }, [
    h("h3", {}, t("Ruling {n}: {kind}", { n: number, kind: t(KINDS[kind]) }), " ", h("span", { class: `pill ${final ? "case-final" : ""}` }, t(standing))),
    h("p", { class: "muted" }, actorName(t, desk.people(), `referee:${referee}`), " · ", timeOf(shell, at), " · ", t("judged at version {n}", { n: judged })),
    remedyWords(t, desk, kind, remedy),
    kind === "corrected" && final !== null && actsInstead(desk, final),
    written(shell, findings, "findings"),
    why && h("h4", {}, t("Why what was drawn or shown cannot stand")),
    why && written(shell, why, "why"),
    doc.closed ? clauseTexts(shell, desk.clauses, clauses) : citations(shell, desk.clauses, clauses),
    penalties.length > 0 && h("ul", { class: "penalties" }, penalties.map((it) => penalty(shell, desk, it))),
    atOnce(desk, doc, one) && h("p", { class: "muted" }, t("Nobody could appeal against this ruling, so it was final at once.")),
  ]);
}

/** Whether a ruling became final in the action in which it was made, though it decided no appeal. */
function atOnce(desk, { decision }, { version, final }) {
  const { frames } = desk.now();
  return decision === null && final !== null && frames[version - 1]?.action === frames[final - 1]?.action;
}

/** What the seat does by the ruling, in the sentences of the log. */
function actsInstead(desk, final) {
  const { frames } = desk.now();
  const done = frames.filter(({ version, action }) => version > final && action === frames[final - 1].action);
  const from = done.findIndex(({ type }) => type === "action-corrected") + 1;
  return h("ul", { class: "acts-instead" }, done.slice(from).map(({ text }) => h("li", {}, text)));
}

/** A case that is over is read as a whole, without opening each clause. */
function clauseTexts({ lang }, clauses, ids) {
  const text = (id) => clauses.find((one) => one.id === id)?.text;
  return ids.length > 0 && h("dl", { class: "clause-texts" }, ids.map((id) => [h("dt", {}, id), h("dd", {}, text(id) ? inLanguage(text(id), lang) : "")]));
}

function penalty(shell, desk, { seat, kind, code, nth }) {
  const { t } = shell;
  const who = seatName(t, desk.people().seats, seat);
  return h("li", {}, t("{kind} for {who} (penalty no. {n} of this seat)", { kind: t(PENALTIES[kind]), who, n: nth }), " ", citations(shell, desk.clauses, [code]));
}

function remedyWords(t, desk, kind, remedy) {
  if (!remedy) return null;
  const { seats } = desk.people();
  const words = {
    "backed-up": () => t("Back to version {n}.", { n: remedy.to_version }),
    replayed: () => t("The chapter from event {n} on is played again.", { n: remedy.chapter }),
    corrected: () => t("Back to version {n}, where {who} acts differently.", { n: remedy.to_version, who: seatName(t, seats, remedy.seat) }),
    result: () => remedy.ranking.map((rank, i) => `${i + 1}. ${rank.map((seat) => `${seatName(t, seats, seat)} (${remedy.scores[seat]})`).join(", ")}`).join("; "),
  };
  return h("p", { class: "remedy-words" }, [words[kind]?.() ?? "", bankWords(t, seats, remedy.clock)].filter(Boolean).join(" "));
}

export function appeals(shell, desk, { appeals: made, answers, decision, waived }) {
  const { t } = shell;
  const { seats } = desk.people();
  if (made.length + waived.length === 0) return null;
  return section(t("Appeals"), { id: "appeal-told" }, [
    made.map(({ seat, at, grounds }) => said(shell, t("Grounds of {who}", { who: seatName(t, seats, seat) }), at, grounds, `grounds-${seat}`)),
    answers.filter(({ answer }) => answer).map(({ seat, at, answer }) => said(shell, t("Answer of {who}", { who: seatName(t, seats, seat) }), at, answer, `answer-${seat}`)),
    ofNames(t, "Nothing to say on it: {names}", seats, answers.filter(({ answer }) => !answer).map(({ seat }) => seat)),
    ofNames(t, "Will not appeal: {names}", seats, waived),
    decision && decided(shell, desk, decision),
  ]);
}

function decided(shell, desk, { decision, referee, at, findings }) {
  const { t } = shell;
  const title = `${t(decision === "upheld" ? "The ruling is upheld" : "The ruling is changed")}: ${actorName(t, desk.people(), `referee:${referee}`)}`;
  return said(shell, title, at, findings, "appeal-findings");
}

const ofNames = (t, words, seats, numbers) => numbers.length > 0 && h("p", { class: "muted" }, t(words, { names: namesOf(t, seats, numbers) }));
