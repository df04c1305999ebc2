// What the player of a seat may agree to: that the organiser suspends the game, or seats a substitute.
import { send } from "../api.js";
import { absences, agreements, endableFrom, present } from "../clock/agreed.js";
import { serviceNow } from "../clock/servicetime.js";
import { cupOf } from "../cups.js";
import { namesOf, seatName, seatOf } from "../standings.js";
import { tokenFor } from "../memory.js";

const UNDER_WAY = ["playing", "suspended"];

/** Adds the seat's rows to the window. */
export function declarations(shell, table, add) {
  const { doc, events, role } = table;
  const seat = seatOf(role);
  if (!UNDER_WAY.includes(doc.status) || doc.notice || doc.dispute !== null || absences(events).get(seat)?.bot) return;
  if (!cupOf(table.id)) agreeing(shell.t, table, seat, add);
  if (doc.status === "suspended" && bound(doc)) resuming(shell, table, add);
}

/** Whether the organiser needs the agreement of the players. */
const bound = ({ clock }) => clock && !clock.terms.organiser_stops;

/** What the organiser may do once everybody has agreed. */
function agreeing(t, { doc, events, declare, fold }, seat, add) {
  const agreed = agreements(events);
  const offer = (to, label, about, place) => {
    const known = [about, stands(t, doc, events, agreed.get(to))].filter(Boolean).join(" ");
    add(`agree-${to.replace(":", "-")}`, label, known, agreed.get(to)?.has(seat) ? undefined : () => declare("agreement", "/agreements", { to }), place);
  };
  if (!bound(doc)) return;
  if (doc.status === "playing") offer("suspend", t("Agree that the organiser suspends the game"), t("After a day everybody at the table may resume it."));
  const place = fold(t("Agree to a substitute"));
  for (const one of present(doc, events)) offer(`reassign:${one}`, t("Agree to a substitute for {name}", { name: seatName(t, doc.seats, one) }), null, place);
  place.open = [...agreed.keys()].some((to) => to.startsWith("reassign:"));
}

function stands(t, { seats, ...doc }, events, agreed) {
  if (!agreed) return "";
  const missing = present({ seats, ...doc }, events).filter((seat) => !agreed.has(seat));
  return t("Agreed: {names}. Still missing: {others}.", { names: namesOf(t, seats, [...agreed]), others: namesOf(t, seats, missing) || "–" });
}

/** A suspension to which all have agreed ends when one of them wants it to, but not before a day. */
function resuming({ t, lang }, { id, role, events }, add) {
  const from = endableFrom(events);
  const time = new Date(from).toLocaleString(lang === "en" ? undefined : lang, { dateStyle: "medium", timeStyle: "short" });
  const open = serviceNow() >= from;
  const work = open ? () => send("DELETE", `/v1/games/${id}/suspension`, { token: tokenFor(id, role) }) : undefined;
  add("end-suspension", t("End the suspension"), open ? null : t("From {time} everybody at the table may do so.", { time }), work);
}
