// The course of a case: claim and statements, releases of views, rulings, the appeal.
import { h, show } from "../ui.js";
import { namesOf, seatName } from "../standings.js";
import { bankWords } from "./banks.js";
import { actorName, citations, KINDS, section, timeOf, written } from "./texts.js";

const PENALTIES = { caution: "Caution", warning: "Warning", exclusion: "Exclusion" };

export function caseParts(shell, desk) {
  const node = h("div", { class: "case-parts" });
  const update = ({ doc }) => show(node, [shell.lang, doc, desk.people()], [
    statements(shell, desk, doc),
    releases(shell, desk, doc),
    rulings(shell, desk, doc),
    appeal(shell, desk, doc),
  ]);
  return { node, update };
}

function statements(shell, desk, { opener, claim, opened_at: at, statements: given, parties, statements_in: all }) {
  const { t } = shell;
  const people = desk.people();
  const one = (who, when, text, kind) => h("article", { class: "said" }, h("h3", {}, who, " ", h("small", { class: "muted" }, timeOf(shell, when))), written(shell, text, kind));
  const silent = parties.filter((seat) => `seat:${seat}` !== opener && !given.some((it) => it.seat === seat));
  return section(t("Claim and statements"), { id: "statements" }, [
    one(t("Claim of {who}", { who: actorName(t, people, opener) }), at, claim, "claim"),
    given.map(({ seat, at: when, statement }) => one(seatName(t, people.seats, seat), when, statement, `statement-${seat}`)),
    silent.length > 0 && h("p", { class: "muted" }, t(all ? "No statement of: {names}" : "No statement yet of: {names}", { names: namesOf(t, people.seats, silent) })),
  ]);
}

function releases(shell, desk, { releases: made }) {
  const { t } = shell;
  if (made.length === 0) return null;
  const line = ({ referee, seats, about, reason, at, ended }) => h("article", { class: "said" }, [
    h("p", {}, t("{who} may see events {from} to {to} from the viewpoint of {names}.", { who: actorName(t, desk.people(), `referee:${referee}`), ...about, names: namesOf(t, desk.people().seats, seats) })),
    h("p", { class: "muted" }, timeOf(shell, at), " · ", t(ended ? "over" : "in force")),
    written(shell, reason, "reason"),
  ]);
  return section(t("Seen from the viewpoint of seats"), { id: "releases" }, made.map(line));
}

function rulings(shell, desk, { rulings: all }) {
  const { t } = shell;
  if (all.length === 0) return null;
  return section(t("Rulings"), { id: "rulings" }, all.map((one) => ruling(shell, desk, one, one === all.at(-1))));
}

function ruling(shell, desk, one, last) {
  const { t } = shell;
  const { ruling: number, referee, kind, clauses, findings, why_not_stand: why, remedy, penalties, at, final } = one;
  return h("article", { class: "said ruling", "data-ruling": number, "data-kind": kind }, [
    h("h3", {}, t("Ruling {n}: {kind}", { n: number, kind: t(KINDS[kind]) }), " ", h("span", { class: `pill ${final ? "case-final" : ""}` }, t(final ? "final" : last ? "not final yet" : "replaced"))),
    h("p", { class: "muted" }, actorName(t, desk.people(), `referee:${referee}`), " · ", timeOf(shell, at)),
    remedyWords(t, desk, kind, remedy),
    written(shell, findings, "findings"),
    why && h("h4", {}, t("Why what was drawn or shown cannot stand")),
    why && written(shell, why, "why"),
    citations(shell, desk.clauses, clauses),
    penalties.length > 0 && h("ul", { class: "penalties" }, penalties.map((it) => penalty(shell, desk, it))),
  ]);
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

function appeal(shell, desk, { appeal: made, waived }) {
  const { t } = shell;
  const { seats } = desk.people();
  const given = waived.length > 0 && h("p", { class: "muted" }, t("Will not appeal: {names}", { names: namesOf(t, seats, waived) }));
  if (!made) return given && section(t("Appeal"), { id: "appeal-told" }, given);
  const { seat, at, grounds, decision, findings } = made;
  return section(t("Appeal"), { id: "appeal-told" }, [
    h("h3", {}, t("Grounds of {who}", { who: seatName(t, seats, seat) }), " ", h("small", { class: "muted" }, timeOf(shell, at))),
    written(shell, grounds, "grounds"),
    decision && h("h3", {}, t(decision === "upheld" ? "The ruling is upheld" : "The ruling is changed")),
    findings && written(shell, findings, "appeal-findings"),
    given,
  ]);
}
