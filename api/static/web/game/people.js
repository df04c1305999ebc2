// Players by seat, in the head: sign, name, score, clock, and whose turn it is.
import { h, show } from "../ui.js";
import { mark } from "../guests.js";
import { absences } from "../clock/agreed.js";

export const BOTS = { greedy: "thoughtful bot", search: "bot that looks ahead", random: "random bot" };

/**
 * {node, clockOf(seat), update(head, seat)}: `node` are the players, `clockOf` the place for a player's clock. `events` are all
 * events of the game; `there(seat)` says whether a player is connected.
 */
export function people({ t }, { events, there }) {
  const node = h("ul", { class: "seats", "aria-label": t("Seats") });
  const places = new Map();

  function placeOf(seat) {
    if (!places.has(seat)) places.set(seat, { node: h("li", { class: "seat" }), who: h("span", { class: "seat-who" }), clock: h("span", { class: "seat-clock" }) });
    return places.get(seat);
  }

  /** Nobody asks whether they are there themselves, and nothing is connected for a bot. */
  const presence = ({ seat, name, bot }, mySeat) => (name && !bot && seat !== mySeat ? there(seat) : undefined);

  function update(head, mySeat) {
    const { doc } = head;
    const gone = absences(events.slice(0, head.version));
    const scores = head.now.doc.version === doc.version ? doc.outcome?.scores : null;
    for (const one of doc.seats) {
      const facts = { mine: one.seat === mySeat, acts: doc.to_act.includes(one.seat), score: scores?.[one.seat] ?? scoreIn(doc.view, one.seat), there: presence(one, mySeat), absence: gone.get(one.seat) };
      player(t, placeOf(one.seat), one, facts);
    }
    show(node, doc.seats.length, doc.seats.map(({ seat }) => placeOf(seat).node));
  }

  return { node, clockOf: (seat) => placeOf(seat).clock, update };
}

function player(t, { node, who, clock }, seat, { mine, acts, score, there, absence }) {
  node.className = `seat seat-${seat.seat}${acts ? " acts" : ""}${mine ? " mine" : ""}${seat.name ? "" : " vacant"}`;
  Object.assign(node.dataset, { seat: seat.seat, side: seat.side ?? "" });
  show(who, [t.lang, seat, mine, acts, score, there, absence], [
    h("span", { class: "seat-number" }, seat.seat),
    there !== undefined && h("span", { class: "seat-there", "data-there": String(there), title: t(there ? "connected" : "not connected"), "aria-hidden": "true" }),
    h("span", { class: "seat-name", title: seat.name }, seat.name ?? t("free")),
    mark(t, seat),
    notes(t, seat, { mine, acts, there, absence }),
    score !== undefined && h("strong", { class: "seat-score" }, score),
  ]);
  if (!node.childElementCount) node.append(who, clock);
}

/** What the sign, the ring and the colour show, in words. */
function notes(t, { side, bot }, { mine, acts, there, absence }) {
  const plays = bot ? BOTS[bot] : absence?.bot && (absence.never === "excluded" ? "excluded, a bot plays" : "a bot plays");
  const said = [mine && t("you"), side && t(side), plays && t(plays), acts && t("to act"), there !== undefined && t(there ? "connected" : "not connected")].filter(Boolean);
  return [
    plays && h("span", { class: "seat-bot", title: t(plays), "aria-hidden": "true" }, "⚙"),
    said.length > 0 && h("span", { class: "vh" }, ` (${said.join(", ")})`),
  ];
}

/** The score of a seat in a view, by the names that the games' views have for it. */
function scoreIn(view, seat) {
  const own = (view.clans ?? view.players ?? []).find((one) => one.seat === seat);
  return own?.points ?? own?.score;
}
