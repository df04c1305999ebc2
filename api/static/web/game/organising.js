// What the organiser may do to a table: suspend it, end it, seat substitutes. A running game with a clock may need the players' agreement.
import { send } from "../api.js";
import { tokensOf } from "../memory.js";
import { invite } from "../seats.js";
import { absences, agreements, allAgree } from "../clock/agreed.js";
import { confirmed } from "./confirming.js";
import { linkOnce } from "./invitations.js";
import { isOver, namesOf, seatName, seatOf } from "../standings.js";

const UNDER_WAY = ["playing", "suspended"];

/** Adds the organiser's rows to the window; what they may not do says why. */
export function organised(shell, { id, role, doc, events }, add) {
  const { t } = shell;
  const agreed = agreements(events);
  const ask = (method, what) => send(method, `/v1/games/${id}/${what}`, { token: tokensOf(id).organiser });
  const bound = doc.clock && !doc.clock.terms.organiser_stops && UNDER_WAY.includes(doc.status);
  const free = (to) => !bound || allAgree(doc, events, agreed.get(to));
  const offer = (to, name, label, about, work) => (free(to) ? add(name, label, about, work) : add(name, label, missing(t, doc, agreed.get(to))));
  if (UNDER_WAY.includes(doc.status)) substitutes(shell, { id, role, doc, events }, offer, add);
  if (doc.status === "playing") offer("suspend", "suspend", t("Suspend"), t("Nobody may act until you resume the game."), () => ask("PUT", "suspension"));
  if (doc.status === "suspended" && !doc.notice) add("resume", t("Resume"), null, () => ask("DELETE", "suspension"));
  if (!isOver(doc)) offer("abandon", "abandon", t("Abandon…"), t("The game ends here, without an outcome."), () => abandon(shell, id));
}

/** A seat for which a bot plays may be given away without anybody's agreement. */
function substitutes({ t }, { id, role, doc, events }, offer, add) {
  const gone = absences(events);
  for (const { seat, bot } of doc.seats) {
    if (bot || seat === seatOf(role)) continue;
    const work = async () => linkOnce(t, await invite(id, seat), SUBSTITUTE);
    const row = [`substitute-${seat}`, t("Invite a substitute for {name}", { name: seatName(t, doc.seats, seat) }), null, work];
    if (gone.get(seat)?.bot) add(...row);
    else offer(`reassign:${seat}`, ...row);
  }
}

function missing(t, { seats }, agreed = new Set()) {
  const who = agreed.size > 0 ? ` ${t("So far: {names}", { names: namesOf(t, seats, [...agreed]) })}` : "";
  return t("Only once everybody at the table has agreed.") + who;
}

const SUBSTITUTE = "Send this link to the person who will take over. Once it is used, the previous player can only watch.";

/** End the game, or the table before it has begun; whether that was confirmed. */
export async function abandon(shell, id, clauses = []) {
  const { t } = shell;
  const question = { title: t("Abandon the game?"), next: [t("The game ends here, without an outcome."), t("This cannot be taken back.")], rule: null, yes: t("Abandon the game") };
  return (await confirmed(shell, clauses, question)) && send("POST", `/v1/games/${id}/abandonment`, { token: tokensOf(id).organiser });
}
