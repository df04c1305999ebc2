// The header of a case: the game, the state, the requested remedy and deadlines; a link to share.
import { button, capital, h, modal, pageLink, show } from "../ui.js";
import { emblem } from "../emblems.js";
import { gameAddress, linkLine } from "../game/links.js";
import { caseAddress } from "./address.js";
import { actorName, citations, dueLines, KINDS, statePill, timeOf, WANTS } from "./texts.js";
import { titleOf } from "../rulesettitle.js";

export function caseHead(shell, ruleset, role) {
  const { t, lang } = shell;
  const node = h("header", { class: "card case-head", id: "case-head" });
  const update = ({ doc, now, referees }) => {
    const people = { seats: now.doc.seats, referees };
    show(node, [lang, doc.state, doc.due, doc.referee, people], [
      h("div", { class: "row" }, [
        emblem(ruleset.id),
        h("h1", {}, t("{game}, case {n}", { game: titleOf(ruleset, lang), n: doc.dispute })),
        statePill(t, doc.state),
        h("span", { class: "case-tools row" }, [
          pageLink(gameAddress(doc.game, role === "spectator" ? null : eyesIn(role), doc.about.from), t("See the game"), { class: "btn small quiet" }),
          button(t("Link"), () => void share(t, doc), { class: "btn small quiet", id: "case-link" }),
        ]),
      ]),
      h("p", {}, sentence(shell, doc, people)),
      doc.closed && h("p", { class: "case-outcome", id: "case-outcome" }, outcome(shell, doc, people)),
      citations(shell, ruleset.clauses, doc.clauses),
      doc.due.length > 0 && h("h2", {}, t("What is due")),
      doc.due.length > 0 && h("ul", { class: "due", id: "due" }, dueLines(shell, people, doc.due, role)),
    ]);
  };
  return { node, update };
}

const eyesIn = (role) => (role.startsWith("seat:") ? role : null);

function sentence(shell, { opener, about, wants, opened_at: at, referee }, people) {
  const { t } = shell;
  const who = actorName(t, people, opener);
  const one = about.from === about.to;
  const summary = t(one ? "{who} disputes event {from} and asks for {wants}." : "{who} disputes events {from} to {to} and asks for {wants}.", { who, ...about, wants: t(WANTS[wants]) });
  const taken = referee ? ` ${t("Taken by {who}.", { who: actorName(t, people, `referee:${referee}`) })}` : "";
  return `${capital(summary)} ${t("Opened {time}.", { time: timeOf(shell, at) })}${taken}`;
}

/** How a case ended, in one sentence. */
function outcome(shell, { state, rulings, decision, closed_at: at }, people) {
  const { t } = shell;
  const time = timeOf(shell, at);
  if (state !== "final") return t(state === "withdrawn" ? "Withdrawn by its opener on {time}; nothing was changed." : "Not ruled in time; it expired on {time} and changed nothing.", { time });
  const { kind, referee } = rulings.at(-1);
  const words = { kind: t(KINDS[kind]), who: actorName(t, people, `referee:${referee}`), time };
  const after = decision ? (decision.decision === "upheld" ? "Settled on {time}, upheld on appeal. {kind} (ruling by {who})." : "Settled on {time}, changed on appeal. {kind} (ruling by {who}).") : "Settled on {time}. {kind} (ruling by {who}).";
  return t(after, words);
}

function share(t, { game, dispute }) {
  const link = linkLine(t, t("This case"), location.origin + caseAddress(game, dispute));
  return modal(t("Link"), [link, h("p", { class: "muted" }, t("It contains no token: anybody who opens it sees what everybody may see."))], t("Close"));
}
