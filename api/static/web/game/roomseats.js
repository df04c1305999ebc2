// The seats of a table before its game begins, and the ways out of it.
import { send } from "../api.js";
import { button, h } from "../ui.js";
import { mark } from "../guests.js";
import { tokensOf } from "../memory.js";
import { BOT_KINDS, seatBot } from "../starting.js";
import { BOTS } from "./people.js";
import { mayLeave } from "./stopping.js";

export function seatRows(room, doc, seat) {
  const seeds = seedsOf(room.source.events);
  return doc.seats.map((one) => h("li", { class: `room-seat seat-${one.seat}${one.name ? "" : " vacant"}`, "data-seat": one.seat, "data-side": one.side }, [
    h("span", { class: "seat-number" }, one.seat),
    h("span", { class: "room-who" }, one.name ? sitting(room, one, seat, seeds) : [h("span", { class: "muted" }, room.shell.t("free"))]),
    one.name ? freeing(room, doc, one, seat) : filling(room, doc, one, seat),
  ]));
}

/** By seat: "sealed", then "open". */
function seedsOf(events) {
  const found = new Map();
  for (const { type, data } of events) {
    if (type === "seat-taken") found.set(data.seat, data.seed_commitment ? "sealed" : null);
    if (type === "seed-revealed") found.set(data.seat, "open");
  }
  return found;
}

const SEEDS = { sealed: "seed sealed", open: "seed opened" };

function sitting({ shell: { t } }, one, mine, seeds) {
  const { seat, name, bot, side } = one;
  const told = [seat === mine && t("you"), side && t(side), bot ? t(BOTS[bot]) : t(SEEDS[seeds.get(seat)] ?? "adds nothing to the draws")].filter(Boolean);
  return [h("span", { class: "seat-name" }, name), mark(t, one), h("span", { class: "muted", "data-seed": seeds.get(seat) ?? "" }, told.join(" · "))];
}

/** The organiser may free a seat of somebody else while the table is not full. */
function freeing({ shell, id, changed }, { seats }, { seat, name }, mine) {
  const token = tokensOf(id).organiser;
  if (!token || seat === mine || !seats.some((one) => one.name === null)) return null;
  const free = () => shell.attempt(async () => (await send("DELETE", `/v1/games/${id}/seats/${seat}`, { token }), changed(null)));
  return button("×", free, { class: "btn small quiet", "aria-label": shell.t("Free the seat of {name}", { name }), "data-do": `free-${seat}` });
}

function filling(room, doc, { seat }, mine) {
  const { shell: { t }, id, invite } = room;
  const organises = Boolean(tokensOf(id).organiser);
  const sits = mine === null && !room.barred(doc) && (organises || doc.visibility === "public" || invite?.seat === null);
  return h("span", { class: "row" }, [
    sits && button(t("Sit here"), () => room.form.sit(seat), { class: "btn small", "data-do": `sit-${seat}` }),
    organises && h("details", { class: "room-bots" }, h("summary", { class: "btn small" }, t("Invite a bot")), h("div", { class: "card" }, Object.entries(BOT_KINDS).map(([kind, label]) => bot(room, seat, kind, label)))),
  ]);
}

const bot = ({ shell, id, changed }, seat, kind, label) => button(shell.t(label), () => shell.attempt(async () => {
  await seatBot(id, shell.t, seat, kind);
  await changed(null);
}), { class: "btn small quiet", "data-do": `${kind}-${seat}` });

export function roomActions({ shell: { t }, id, leave, end }, doc, seat) {
  return [
    mayLeave(doc, seat) && button(t("Leave the table…"), leave, { class: "btn small", "data-do": "leave-table" }),
    tokensOf(id).organiser && button(t("End the table…"), end, { class: "btn small quiet", "data-do": "end-table" }),
  ];
}
