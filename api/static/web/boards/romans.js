// Romans Go Home!: the wall of six forts, the clans' lines under it, the hand.
import { h, range } from "./parts/dom.js";
import { crest, fortArt, signed, warriorIcon } from "./parts/romans-art.js";
import { card, cardLabel, cells, isOwn, mine, WALL } from "./parts/romans-line.js";
import { flyingForts, foughtOver, goneHome, heldName, homeName, isNewFort, lostNow } from "./parts/romans-moves.js";
import { fortLabel, wordsOf } from "./parts/romans-words.js";
import { board } from "./parts/stage.js";

/** The action meant by a click on an element that cannot be chosen now; a fort of the wall is "wall" while none can be taken. */
const WANTED = {
  wall: (place) => ({ type: "take-fort", place: Number(place) }),
  line: (warrior) => ({ type: "discard-revealed", warrior }),
  held: (fort) => ({ type: "discard-fort", fort }),
  clan: (clan) => ({ type: "seduce", clan }),
  card: (warrior) => ({ type: "discard-warrior", warrior }),
};
const TOTALS = ["clash-won", "clash-tied", "clash-unfought"];

export const mount = board({
  name: "romans",
  draw,
  picture,
  remember,
  deferred: new Set(["discard-warrior"]),
  wanted(token) {
    const [kind, what] = token.split(":");
    return WANTED[kind]?.(what) ?? null;
  },
  tokens(action) {
    switch (action.type) {
      case "discard-warrior":
        return [`card:${action.warrior}`];
      case "place-warrior":
        return [`card:${action.warrior}`, `fort:${action.fort}`];
      case "withdraw-warrior":
        return [`fort:${action.fort}`];
      case "take-fort":
        return [`fort:${action.place}`];
      case "seduce":
        return [`clan:${action.clan}`];
      case "discard-revealed":
        return [`line:${action.warrior}`];
      case "discard-fort":
        return [`held:${action.fort}`];
      case "rearrange":
        return null;
      default:
        return [];
    }
  },
});

/** The button shows the warrior to be laid, or the fort to be taken. */
function picture(action, ui) {
  const fort = action.type === "take-fort" && ui.view.wall.find(({ place }) => place === action.place);
  if (fort) return [fortArt(wordsOf(ui).fort(fort.fort)?.kind ?? "niefort", fort.value), ui.label(action)];
  return ["place-warrior", "discard-warrior", "discard-revealed"].includes(action.type) ? [warriorIcon(action.warrior), ui.label(action)] : null;
}

/** The ability of the picked warrior. */
function pickedAbility(ui) {
  const card = ui.picks.find(({ token }) => token.startsWith("card:"));
  return card ? ui.does(card.token.slice(5)) : null;
}

/** Retain the totals of the last clash until the next one or an earlier state; start an order for Svord from the current one. */
function remember(ui) {
  const { memory } = ui;
  const version = ui.state.event?.version ?? 0;
  if (version < (memory.version ?? 0) || ui.news("wall-revealed")) memory.totals = null;
  memory.totals = ui.events.findLast((event) => TOTALS.includes(event.type)) ?? memory.totals;
  memory.version = version;
  if (ui.may("rearrange")) ui.draft.order ??= [...mine(ui).orders];
}

function draw(ui) {
  const own = mine(ui);
  const others = ui.view.clans.filter((clan) => clan !== own);
  return {
    main: [
      status(ui),
      h("section", { class: "kb-panel battle", "aria-label": ui.word("wall") }, wall(ui), own && clanRow(ui, own), others.map((clan) => clanRow(ui, clan))),
      lastClash(ui),
    ],
    hand: own && hand(ui, own),
    tools: confirmOrder(ui),
    detail: pickedAbility(ui),
  };
}

function status(ui) {
  const { view } = ui;
  const phase = view.clash ? ui.word("clash", { clash: view.clash }) : ui.word("orders");
  return h(
    "div",
    { class: "kb-head" },
    h("span", { class: "kb-pill" }, ui.word("round", { round: view.round })),
    h("span", { class: "kb-pill on" }, phase),
    h("span", { class: "kb-pill" }, ui.word("stack", { n: view.stack })),
  );
}

function confirmOrder(ui) {
  const { order } = ui.draft;
  const action = order && ui.legal.find((one) => one.warriors?.join() === order.join());
  return action ? ui.actionButton(action) : null;
}

function wall(ui) {
  if (ui.state.status === "finished") return null;
  const standing = new Map(ui.view.wall.map((one) => [one.place, one]));
  const names = flyingForts(ui.view.wall);
  return h("div", { class: "six wall" }, range(1, WALL).map((place) => (standing.has(place) ? fort(ui, standing.get(place), names.get(place)) : fallen(ui))));
}

function fort(ui, { place, fort: id, value }, thing) {
  const { fort: find, fortName } = wordsOf(ui);
  const kind = find(id)?.kind ?? "niefort";
  const current = ui.view.clash === place;
  const appeared = ui.news("wall-revealed", "wall-ordered", "wall-shifted", "fort-chosen") && isNewFort(ui, thing) ? "risen" : "";
  const node = h(
    "div",
    { class: `fort ${current ? "current" : ""} ${appeared}`, "data-fly": thing, title: ui.does(kind), vars: { "--i": String(place) } },
    fortArt(kind, value),
    h("span", { class: "fort-name" }, fortName(id)),
    h("span", { class: "fort-does" }, ui.does(kind)),
  );
  return ui.offer(node, { key: `fort-${place}`, token: `${ui.may("take-fort") ? "fort" : "wall"}:${place}`, thing: `fort:${place}` }, `${fortLabel(ui, { place, fort: id, value })}. ${ui.does(kind)}`);
}

function fallen(ui) {
  return h("div", { class: "fort fallen", title: ui.word("decided") }, h("span", { class: "ruin", "aria-hidden": "true" }), h("span", { class: "fort-name" }, ui.word("decided")));
}

function clanRow(ui, clan) {
  const captor = captured(ui, clan) ? "captor" : "";
  return h(
    "section",
    { class: `clan clan-${clan.clan} ${ui.state.status === "finished" ? "final" : ""} ${isOwn(ui, clan) ? "own" : ""} ${captor}` },
    clanHead(ui, clan),
    ui.state.status !== "finished" && h("div", { class: "six line" }, cells(ui, clan)),
    clanFoot(ui, clan),
  );
}

/** Whether the clan has just captured a fort. */
function captured(ui, { clan, forts }) {
  const before = ui.before?.clans.find((one) => one.clan === clan);
  return Boolean(before) && forts.length > before.forts.length;
}

function clanHead(ui, clan) {
  const { clanName } = wordsOf(ui);
  const who = clan.seat === null ? ui.word("neutral") : clan.seat === ui.seat ? `${ui.name(clan.seat)} (${ui.t("you")})` : ui.name(clan.seat);
  const due = ui.view.decisions.some((one) => one.seat === clan.seat) || (!ui.view.clash && ui.state.toAct?.includes(clan.seat));
  const orders = !ui.view.clash && (clan.sealed ? ui.word("sealed") : ui.word("placed", { n: clan.placed }));
  const head = h(
    "div",
    { class: "kb-head clan-head" },
    h("span", { class: "home", "data-fly": homeName(clan.clan), "data-gathers": goneHome(ui, clan) }, crest(clan.clan)),
    h("h3", {}, clanName(clan.clan), h("small", {}, who)),
    ui.view.seduced === clan.clan && h("span", { class: "kb-pill on" }, ui.word("seduced")),
    orders && h("span", { class: `kb-pill ${due ? "on" : ""}` }, orders),
    h("span", { class: "stat", title: ui.word("strength", { n: clan.strength }) }, warriorIcon("svord"), h("b", { "data-count": `strength-${clan.clan}` }, clan.strength)),
    h("span", { class: "stat points", title: ui.word("points", { n: signed(clan.points) }) }, "★ ", h("b", { "data-count": `points-${clan.clan}` }, signed(clan.points))),
    h("span", { class: "held", role: "group", "aria-label": ui.word("forts-held") }, clan.forts.map((id, i) => heldFort(ui, clan, id, i))),
  );
  return ui.offer(head, { key: `clan-${clan.clan}`, token: ui.may("seduce") ? `clan:${clan.clan}` : "" }, ui.may("seduce") ? clanName(clan.clan) : null);
}

function heldFort(ui, clan, id, i) {
  const { fort: find, fortName } = wordsOf(ui);
  const { kind, value } = find(id) ?? { kind: "niefort", value: 0 };
  const last = i === clan.forts.length - 1 && captured(ui, clan);
  const node = h("span", { class: "chip", "data-fly": heldName(clan.clan, i), "data-from": last && foughtOver(ui), title: `${fortName(id)}: ${ui.does(kind)}` }, fortArt(kind, value));
  return ui.offer(node, { key: `held-${clan.clan}-${i}`, token: isOwn(ui, clan) ? `held:${id}` : "", thing: `held:${clan.clan}:${id}` }, fortName(id));
}

function clanFoot(ui, clan) {
  const { warrior } = wordsOf(ui);
  const names = (cards) => cards.map(warrior).join(", ");
  const notes = [
    clan.discards.length && ui.word("discards", { warriors: names(clan.discards) }),
    known(clan.away).length && ui.word("lost-unseen", { warriors: names(known(clan.away)) }),
    known(clan.seventh).length && ui.word("seventh", { warrior: names(known(clan.seventh)) }),
  ].filter(Boolean);
  const all = notes.join(" · ");
  return all ? h("p", { class: "kb-note", title: all }, all) : null;
}

function known(cards) {
  return (cards ?? []).filter((card) => card !== null);
}

function hand(ui, clan) {
  const cards = known(clan.hand);
  if (!cards.length) return null;
  return h("section", { class: "kb-hand", "aria-label": ui.word("hand") }, h("div", { class: "hand-cards" }, cards.map((id, i) => handCard(ui, clan, id, i))));
}

function handCard(ui, clan, id, i) {
  const node = h("div", { class: "hand-card", title: ui.does(id) }, card(ui, clan, id));
  return ui.offer(node, { key: `hand-${i}-${id}`, token: `card:${id}` }, `${cardLabel(ui, id)}. ${ui.does(id)}`);
}

function lastClash(ui) {
  const event = ui.memory.totals;
  const { fortName } = wordsOf(ui);
  const lost = ui.view.lost_forts;
  if (!event && !lost.length) return null;
  return h(
    "section",
    { class: "kb-panel totals" },
    event && h("h3", { class: "kb-title" }, ui.word("last-clash"), h("small", {}, ` ${ui.word(verdict(event))}`)),
    event && h("ul", {}, event.data.totals.map((total) => totalRow(ui, total, event))),
    lost.length > 0 && h("p", { class: "kb-note", "data-gathers": lostNow(ui) }, ui.word("lost-forts", { forts: lost.map(fortName).join(", ") })),
  );
}

function verdict({ type, data }) {
  if (type === "clash-tied") return "tied";
  if (type === "clash-unfought") return "unfought";
  return data.by === "archr" ? "won-by-archr" : "won-by-strength";
}

function totalRow(ui, total, event) {
  const most = Math.max(1, ...event.data.totals.map((one) => one.total));
  const won = event.data.side?.clan === total.side.clan;
  const { clanName } = wordsOf(ui);
  return h(
    "li",
    { class: `clan-${total.side.clan} ${won ? "won" : ""}` },
    crest(total.side.clan),
    h("span", { class: "clan-name" }, clanName(total.side.clan), won && " ✔"),
    h("span", { class: "measure", vars: { "--part": String(Math.max(0, total.total) / most) } }),
    h("b", {}, total.out ? ui.word("out") : total.total, total.seduced !== 0 && h("small", {}, ` (${total.seduced > 0 ? "+" : "−"}${Math.abs(total.seduced)})`)),
  );
}
