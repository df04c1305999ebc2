// The referees of a case: since when they referee the game, who may be refused, and what they looked at from the viewpoint of seats.
import { capital, h } from "../ui.js";
import { namesOf, seatName } from "../standings.js";
import { actorName, section, timeOf, written } from "./texts.js";

/** Whether a referee may act in the case: accepted before it was opened, has not left, and nobody has refused them. */
export const mayAct = ({ version }, { accepted, left, refused_by: refused }) =>
  accepted !== null && accepted < version && left === null && refused.length === 0;

/** Whether somebody could decide an appeal against a ruling of this referee: a head who may act, and did not open the case. */
export const canBeAppealed = (doc, ruling) =>
  doc.referees.some((one) => one.head && one.referee !== ruling && doc.opener !== `referee:${one.referee}` && mayAct(doc, one));

export function referees(shell, desk, doc) {
  const { t } = shell;
  const line = (one) => h("li", { "data-referee": one.referee }, [
    h("span", {}, actorName(t, desk.people(), `referee:${one.referee}`), one.head && `, ${t("head referee")}`),
    h("small", { class: "muted" }, sentences(t, desk, doc, one).join(" ")),
  ]);
  return section(t("Referees of the case"), { id: "case-referees" }, [
    h("ul", { class: "bench" }, doc.referees.map(line)),
    doc.state === "taken" && !canBeAppealed(doc, doc.referee) && h("p", { id: "no-appeal" }, t("No other head referee could decide an appeal in this case, so a ruling is final at once.")),
    h("p", { class: "muted", id: "who-referees" }, t("Players and organisers cannot be referees; somebody whose client withholds its tokens is not detected.")),
  ]);
}

function sentences(t, desk, doc, one) {
  const names = (seats) => namesOf(t, desk.people().seats, seats);
  const { accepted, left, marked, refused_by: refused, kept_by: kept } = one;
  return [
    standing(t, doc, one),
    marked && t("Parties may refuse this referee: accepted after the start of the game, or the only one when the case was opened."),
    refused.length > 0 && t("Refused by: {names}.", { names: names(refused) }),
    kept.length > 0 && t("Not refused by: {names}.", { names: names(kept) }),
    accepted !== null && left !== null && t("No longer a referee since version {n}.", { n: left }),
  ].filter(Boolean);
}

function standing(t, { version }, { accepted }) {
  if (accepted === null) return t("Has not accepted yet.");
  return accepted < version ? t("Accepted at version {n}.", { n: accepted }) : t("Accepted at version {n}, after this case was opened, and does not act in it.", { n: accepted });
}

/** Of one event, and of several. */
const SEEN = {
  "in force": ["{who} may see event {from} from the viewpoint of {names}.", "{who} may see events {from} to {to} from the viewpoint of {names}."],
  over: ["{who} could see event {from} from the viewpoint of {names}.", "{who} could see events {from} to {to} from the viewpoint of {names}."],
};

export function releases(shell, desk, { releases: made }) {
  const { t } = shell;
  if (made.length === 0) return null;
  const { seats: people } = desk.people();
  const reading = ({ seat, at }) => h("li", { "data-reading": seat }, t("Looked from the viewpoint of {who}", { who: seatName(t, people, seat) }), " ", h("small", { class: "muted" }, timeOf(shell, at)));
  const line = ({ release, referee, seats, about, reason, at, readings, ended }) => {
    const status = ended ? "over" : "in force";
    const who = actorName(t, desk.people(), `referee:${referee}`);
    return h("article", { class: "said", "data-release": release }, [
      h("p", {}, capital(t(SEEN[status][about.from === about.to ? 0 : 1], { who, ...about, names: namesOf(t, people, seats) }))),
      h("p", { class: "muted" }, timeOf(shell, at), " · ", t(status)),
      written(shell, reason, "reason"),
      readings.length ? h("ul", { class: "readings" }, readings.map(reading)) : h("p", { class: "muted" }, t("Has not looked from any seat's viewpoint.")),
    ]);
  };
  return section(t("Seen from the viewpoint of seats"), { id: "releases" }, made.map(line));
}
