// What the player of a seat may declare besides playing: resigning, and agreeing that the organiser stops the game.
import { send } from "../api.js";
import { button, h, modal } from "../ui.js";
import { absences, agreements, endableFrom, present } from "../clock/agreed.js";
import { serviceNow } from "../clock/servicetime.js";
import { cupOf } from "../cups.js";
import { namesOf, seatName, seatOf } from "../standings.js";
import { tokenFor } from "../memory.js";

const UNDER_WAY = ["playing", "suspended"];

/** Adds the seat's rows to the window. */
export function declarations(shell, table, add) {
  const { doc, events, role, declare } = table;
  const seat = seatOf(role);
  if (!UNDER_WAY.includes(doc.status) || doc.dispute !== null || absences(events).get(seat)?.bot) return;
  add("resign", shell.t("Resign…"), null, () => resign(shell.t, doc, declare));
  if (!cupOf(table.id)) agreeing(shell.t, table, seat, add);
  if (doc.status === "suspended" && bound(doc)) resuming(shell, table, add);
}

/** Whether the organiser needs the agreement of the players. */
const bound = ({ clock }) => clock && !clock.terms.organiser_stops;

async function resign(t, { clock, seats }, declare) {
  const yes = button(t("Resign"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  const next = playsOn(clock, seats) ? t("A bot then plays on for you, to the end.") : t("You then lose the game, and it ends.");
  const content = [h("p", {}, next), h("p", {}, t("This cannot be taken back.")), h("div", { class: "bar" }, yes)];
  return (await modal(t("Resign the game?"), content, t("Cancel"))) === "yes" && declare("resignation", "/resignations");
}

/** Without a clock it is as a clock's default: where two sides play, the other one has won. */
function playsOn(clock, seats) {
  if (clock) return clock.terms.on_time_out === "bot";
  const sides = new Set(seats.map(({ side }) => side).filter(Boolean));
  return sides.size !== 2 && seats.length !== 2;
}

/** Everybody's agreement ends the game at once; the others allow the organiser to act. */
function agreeing(t, { doc, events, declare, fold }, seat, add) {
  const agreed = agreements(events);
  const offer = (to, label, about, place) => {
    const known = [about, stands(t, doc, events, agreed.get(to))].filter(Boolean).join(" ");
    add(`agree-${to.replace(":", "-")}`, label, known, agreed.get(to)?.has(seat) ? undefined : () => declare("agreement", "/agreements", { to }), place);
  };
  offer("abandon", t("Agree to end the game without an outcome"), t("It ends once everybody at the table has agreed."));
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
