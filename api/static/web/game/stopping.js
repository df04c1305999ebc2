// The ways out of a game for the player of a seat, as entries of its menu: leave a table that has not begun, resign, offer to stop.
import { send } from "../api.js";
import { button } from "../ui.js";
import { absences, agreements, present } from "../clock/agreed.js";
import { cupOf } from "../cups.js";
import { forgetToken, tokensOf } from "../memory.js";
import { namesOf } from "../standings.js";
import { gameAddress } from "./links.js";
import { confirmed } from "./confirming.js";

const UNDER_WAY = ["playing", "suspended"];
export const STOP = "abandon";

/** {entries, update(head, seat), leave(), agree()}: `declare` sends what a seat does beside the game. */
export function stopping(shell, { id, source, clauses, declare, leaving }) {
  const { t } = shell;
  let now = null;
  const entry = (name, label, work) => button(t(label), () => shell.attempt(work, clauses), { class: "btn quiet", "data-do": name, hidden: true });
  const ask = (question) => confirmed(shell, clauses, question);
  const agree = () => declare("agreement", "/agreements", { to: STOP });

  async function leave() {
    if (!(await ask(LEAVING(t)))) return;
    leaving(); // its token stops working
    try {
      await send("DELETE", `/v1/games/${id}/seats/${now.seat}`, { token: source.token });
      forgetToken(id, `seat:${now.seat}`);
    } finally {
      await shell.go(now.doc.visibility === "public" || tokensOf(id).organiser ? gameAddress(id) : "/");
    }
  }

  const resign = async () => (await ask(RESIGNING(t, now.doc))) && declare("resignation", "/resignations");
  const offer = async () => (await ask(OFFERING(t, now.doc, source.events, now.seat))) && agree();
  const entries = { leave: entry("leave", "Leave the table…", leave), stop: entry("offer-stop", "Offer to stop without a result…", offer), resign: entry("resign", "Resign…", resign) };

  function update({ now: { doc } }, seat) {
    now = { doc, seat };
    const may = openTo(id, doc, source.events, seat);
    for (const [name, node] of Object.entries(entries)) node.hidden = !may[name];
  }
  return { entries: Object.values(entries), update, leave: () => shell.attempt(leave, clauses), agree };
}

/** What the player of this seat may do now; nothing for other viewers. */
function openTo(id, doc, events, seat) {
  if (seat === null || doc.viewer !== `seat:${seat}`) return {};
  const plays = UNDER_WAY.includes(doc.status) && !doc.notice && doc.dispute === null && !absences(events).get(seat)?.bot;
  return {
    leave: mayLeave(doc, seat),
    resign: plays,
    stop: plays && !cupOf(id) && !agreements(events).get(STOP)?.has(seat),
  };
}

/** Once all seats are taken nobody leaves before the start: the others may have opened their seeds. */
export const mayLeave = ({ status, viewer, seats }, seat) => status === "waiting" && viewer === `seat:${seat}` && seats.some(({ name }) => name === null);

const LEAVING = (t) => ({
  title: t("Leave the table?"),
  next: [t("Your seat becomes free for somebody else. You may come back while it is.")],
  rule: "table.seeds",
  yes: t("Leave the table"),
});

const RESIGNING = (t, doc) => ({
  title: t("Resign the game?"),
  next: [t(playsOn(doc) ? "A bot then plays on for you, to the end." : "You then lose the game, and it ends."), t("This cannot be taken back.")],
  rule: "clock.resign.1",
  yes: t("Resign"),
});

/** Without a clock it is as a clock's default: where two sides play, the other one has won. */
function playsOn({ clock, seats }) {
  if (clock) return clock.terms.on_time_out === "bot";
  const sides = new Set(seats.map(({ side }) => side).filter(Boolean));
  return sides.size !== 2 && seats.length !== 2;
}

function OFFERING(t, doc, events, seat) {
  const others = present(doc, events).filter((one) => one !== seat);
  const all = others.length > 0 ? t("The game ends without a result once these have agreed, too: {names}", { names: namesOf(t, doc.seats, others) }) : t("You are the only person at the table: the game ends at once, without a result.");
  return { title: t("Offer to stop?"), next: [all, t("The offer lapses with the next move, and cannot be taken back before.")], rule: "clock.agree.2", yes: t("Offer to stop") };
}
