// The players by rank, and where the points of each came from.
import { mark } from "../guests.js";
import { h } from "../ui.js";
import { said } from "../i18n.js";
import { seatName } from "../standings.js";
import { figure, isCounted, sidesOf } from "./result.js";

/** A table; null where nothing was counted. */
export function scoreTable(t, doc, seat, ruleset) {
  if (!doc.outcome || !isCounted(doc.outcome)) return null;
  const { parts } = doc.outcome;
  const named = (part) => said(ruleset.score_parts[part] ?? part, t.lang); // the table's own kinds have no other name
  const heads = [t("Player"), ...parts.map(({ part }) => named(part)), t("Points")];
  return h("table", { class: "score-table" }, [
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, sidesOf(doc).map((side) => row(t, doc, side, seat, parts))),
  ]);
}

function row(t, { seats }, { seats: members, score, wins }, seat, parts) {
  const own = members.includes(seat);
  return h("tr", { class: [wins && seats.length > 1 && "wins", own && "mine"].filter(Boolean).join(" ") || null, "data-seat": members[0] }, [
    h("th", { scope: "row" }, h("span", { class: "score-names" }, members.map((one) => player(t, seats, one, one === seat)))),
    parts.map(({ points }) => h("td", {}, figure(points[members[0]]))),
    h("td", { class: "score-total" }, figure(score)),
  ]);
}

function player(t, seats, number, own) {
  const one = seats.find(({ seat }) => seat === number);
  return h("span", { class: `score-name seat-${number}`, "data-side": one.side }, [
    h("span", { class: "seat-number", "aria-hidden": "true" }, number),
    h("span", { class: "seat-name" }, seatName(t, seats, number)),
    mark(t, one),
    own && h("span", { class: "pill" }, t("you")),
  ]);
}
