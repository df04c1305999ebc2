// Players by seat: names, sides, bots, whose turn it is; free seats to take, also for bots.
import { button, h, show } from "../ui.js";
import { absences } from "../clock/agreed.js";
import { remember, tokensOf } from "../memory.js";
import { sitDown } from "../seats.js";
import { breachOf } from "../trust/store.js";
import { freeName, playerName, seatBot } from "../starting.js";

const BOTS = { greedy: "thoughtful bot", search: "bot that looks ahead", random: "random bot" };

/** `events` are all events of the game; `changed(seat)` is called after a seat is taken: this person's seat, or null for a bot's. */
export function people(shell, id, events, changed) {
  const { t } = shell;
  const node = h("ul", { class: "seats", "aria-label": t("Seats") });
  const update = (head, mySeat) => {
    const { doc } = head;
    const organiser = Boolean(tokensOf(id).organiser);
    const free = doc.status === "waiting" && head.following;
    const scores = head.now.doc.version === doc.version ? doc.outcome?.scores : null;
    const gone = absences(events.slice(0, head.version));
    show(node, [shell.lang, doc.seats, doc.to_act, mySeat, free, scores, [...gone]], doc.seats.map((seat) =>
      seat.name || !free
        ? taken(t, seat, { mine: seat.seat === mySeat, acts: doc.to_act.includes(seat.seat), score: scores?.[seat.seat], absence: gone.get(seat.seat) })
        : freeSeat(shell, doc, seat, organiser, changed),
    ));
  };
  return { node, update };
}

function taken(t, { seat, name, side, bot }, { mine, acts, score, absence }) {
  return h("li", { class: `seat seat-${seat}${acts ? " acts" : ""}${mine ? " mine" : ""}`, "data-seat": seat }, [
    h("span", { class: "seat-number" }, seat),
    h("span", { class: "seat-name" }, name ?? t("free")),
    side && h("span", { class: "pill" }, t(side)),
    mine && h("span", { class: "pill you" }, t("you")),
    bot && h("span", { class: "pill" }, t(BOTS[bot])),
    absence?.bot && h("span", { class: "pill" }, t(absence.never === "excluded" ? "excluded, a bot plays" : "a bot plays")),
    acts && h("span", { class: "acts-sign", title: t("to act") }, "▸", h("span", { class: "vh" }, t("to act"))),
    score !== undefined && h("strong", { class: "seat-score" }, score),
  ]);
}

function freeSeat(shell, { id, visibility, seats }, { seat }, organiser, changed) {
  const { t } = shell;
  const open = organiser || visibility === "public";
  const offered = freeName(t, seats.map((one) => one.name));
  const name = h("input", { value: offered, maxlength: 60, "aria-label": t("Your name"), class: "seat-input" });
  const sit = async () => {
    if (name.value.trim() !== offered) remember("name", name.value.trim());
    await shell.attempt(async () => {
      await sitDown(id, { name: name.value.trim() || playerName(t), seat, visibility });
      await changed(seat);
    });
    if (breachOf(id)) await changed(null);
  };
  const bot = (kind, label) => button(label, () => shell.attempt(async () => {
    await seatBot(id, t, seat, kind);
    await changed(null);
  }), { class: "btn small quiet" });
  return h("li", { class: `seat free seat-${seat}`, "data-seat": seat }, [
    h("span", { class: "seat-number" }, seat),
    open && name,
    open && button(t("Sit down"), sit, { class: "btn small primary", "data-do": `sit-${seat}` }),
    organiser && bot("greedy", t("Bot, thoughtful")),
    organiser && bot("search", t("Bot, looking ahead")),
    organiser && bot("random", t("Bot, random")),
  ]);
}
