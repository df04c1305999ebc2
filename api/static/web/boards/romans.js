// Romans Go Home!: the wall of six forts, the clans' lines under it, the hand.
import { h, range } from "./parts/dom.js";
import { cardBack, crest, fortArt, signed, warriorCard, warriorIcon } from "./parts/romans-art.js";
import { fortLabel, pl, wordsOf } from "./parts/romans-words.js";
import { board } from "./parts/stage.js";

export { pl };

const WALL = 6;
/** What somebody means who presses what cannot be chosen now; a fort of the wall is "wall" while none can be taken. */
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

/** The warrior to be laid is seen on its button, and so is the fort to be taken. */
function picture(action, ui) {
  const fort = action.type === "take-fort" && ui.view.wall.find(({ place }) => place === action.place);
  if (fort) return [fortArt(wordsOf(ui).fort(fort.fort)?.kind ?? "niefort", fort.value), ui.label(action)];
  return ["place-warrior", "discard-warrior", "discard-revealed"].includes(action.type) ? [warriorIcon(action.warrior), ui.label(action)] : null;
}

/** What the warrior that is picked can do. */
function pickedAbility(ui) {
  const card = ui.picks.find(({ token }) => token.startsWith("card:"));
  return card ? ui.does(card.token.slice(5)) : null;
}

/** Keep the totals of the last clash until the next one or an earlier state, and the order in the making for Svord. */
function remember(ui) {
  const { memory } = ui;
  const version = ui.state.event?.version ?? 0;
  if (version < (memory.version ?? 0) || ui.news("wall-revealed")) memory.totals = null;
  memory.totals = ui.events.findLast((event) => TOTALS.includes(event.type)) ?? memory.totals;
  memory.version = version;
  const hidden = mine(ui)?.orders ?? [];
  if (!ui.may("rearrange")) memory.order = null;
  else if (sorted(memory.order ?? []) !== sorted(hidden)) memory.order = [...hidden];
}

function sorted(cards) {
  return [...cards].sort().join();
}

function mine(ui) {
  return ui.view.clans.find((clan) => ui.seat !== null && clan.seat === ui.seat);
}

function draw(ui) {
  const own = mine(ui);
  const others = ui.view.clans.filter((clan) => clan !== own);
  return {
    main: [
      status(ui),
      h("section", { class: "kb-panel battle", "aria-label": ui.t("The wall") }, wall(ui), own && clanRow(ui, own), others.map((clan) => clanRow(ui, clan))),
      lastClash(ui),
    ],
    hand: own && hand(ui, own),
    tools: confirmOrder(ui),
    detail: pickedAbility(ui),
  };
}

function status(ui) {
  const { view } = ui;
  const phase = view.clash ? ui.t("Clash {clash} of 6", { clash: view.clash }) : ui.t("Orders");
  return h(
    "div",
    { class: "kb-head" },
    h("span", { class: "kb-pill" }, ui.t("Round {round} of 3", { round: view.round })),
    h("span", { class: "kb-pill on" }, phase),
    h("span", { class: "kb-pill" }, ui.t("Forts in the stack: {n}", { n: view.stack })),
  );
}

function confirmOrder(ui) {
  const order = ui.memory.order;
  const action = order && ui.legal.find((one) => one.warriors?.join() === order.join());
  return action ? ui.actionButton(action) : null;
}

function wall(ui) {
  if (ui.state.status === "finished") return null;
  const standing = new Map(ui.view.wall.map((one) => [one.place, one]));
  return h("div", { class: "six wall" }, range(1, WALL).map((place) => (standing.has(place) ? fort(ui, standing.get(place)) : fallen(ui))));
}

function fort(ui, { place, fort: id, value }) {
  const { fort: find, fortName } = wordsOf(ui);
  const kind = find(id)?.kind ?? "niefort";
  const current = ui.view.clash === place;
  const appeared = ui.news("wall-revealed", "wall-ordered", "wall-shifted", "fort-chosen") ? "risen" : "";
  const node = h(
    "div",
    { class: `fort ${current ? "current" : ""} ${appeared}`, "data-fly": `fort:${place}`, title: ui.does(kind), vars: { "--i": String(place) } },
    fortArt(kind, value),
    h("span", { class: "fort-name" }, fortName(id)),
    h("span", { class: "fort-does" }, ui.does(kind)),
  );
  return ui.offer(node, { key: `fort-${place}`, token: `${ui.may("take-fort") ? "fort" : "wall"}:${place}`, thing: `fort:${place}` }, `${fortLabel(ui, { place, fort: id, value })}. ${ui.does(kind)}`);
}

function fallen(ui) {
  return h("div", { class: "fort fallen", title: ui.t("Decided") }, h("span", { class: "ruin", "aria-hidden": "true" }), h("span", { class: "fort-name" }, ui.t("Decided")));
}

function clanRow(ui, clan) {
  const captor = captured(ui, clan) ? "captor" : "";
  return h(
    "section",
    { class: `clan clan-${clan.clan} ${ui.state.status === "finished" ? "final" : ""} ${clan.seat !== null && clan.seat === ui.seat ? "own" : ""} ${captor}` },
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
  const who = clan.seat === null ? ui.t("neutral") : clan.seat === ui.seat ? `${ui.name(clan.seat)} (${ui.t("you")})` : ui.name(clan.seat);
  const due = ui.view.decisions.some((one) => one.seat === clan.seat) || (!ui.view.clash && ui.state.toAct?.includes(clan.seat));
  const orders = !ui.view.clash && (clan.sealed ? ui.t("Orders sealed") : ui.t("Placed: {n} of 6", { n: clan.placed }));
  const head = h(
    "div",
    { class: "kb-head clan-head" },
    crest(clan.clan),
    h("h3", {}, clanName(clan.clan), h("small", {}, who)),
    ui.view.seduced === clan.clan && h("span", { class: "kb-pill on" }, ui.t("seduced")),
    orders && h("span", { class: `kb-pill ${due ? "on" : ""}` }, orders),
    h("span", { class: "stat", title: ui.t("Strength of the line: {n}", { n: clan.strength }) }, warriorIcon("svord"), h("b", { "data-count": `strength-${clan.clan}` }, clan.strength)),
    h("span", { class: "stat points", title: ui.t("Points: {n}", { n: signed(clan.points) }) }, "★ ", h("b", { "data-count": `points-${clan.clan}` }, signed(clan.points))),
    h("span", { class: "held", role: "group", "aria-label": ui.t("Captured forts") }, clan.forts.map((id, i) => heldFort(ui, clan, id, i))),
  );
  return ui.offer(head, { key: `clan-${clan.clan}`, token: ui.may("seduce") ? `clan:${clan.clan}` : "" }, ui.may("seduce") ? clanName(clan.clan) : null);
}

function heldFort(ui, clan, id, i) {
  const { fort: find, fortName } = wordsOf(ui);
  const { kind, value } = find(id) ?? { kind: "niefort", value: 0 };
  const last = i === clan.forts.length - 1 && captured(ui, clan);
  const node = h("span", { class: `chip ${last ? "popped" : ""}`, "data-from": last && `fort:${ui.before.clash}`, title: `${fortName(id)}: ${ui.does(kind)}` }, fortArt(kind, value));
  const own = clan.seat !== null && clan.seat === ui.seat;
  return ui.offer(node, { key: `held-${clan.clan}-${i}`, token: own ? `held:${id}` : "", thing: `held:${clan.clan}:${id}` }, fortName(id));
}

/** Six cells under the wall: the line so far ends where the hidden warriors begin. */
function cells(ui, clan) {
  const own = clan.seat !== null && clan.seat === ui.seat;
  if (own && !clan.sealed && clan.orders) return clan.orders.map((warrior, i) => postCell(ui, clan, warrior, i + 1));
  if (!clan.orders) return range(1, WALL).map((n) => h("div", { class: "cell" }, n <= clan.placed && cardBack(clan.clan)));
  const hidden = (own && ui.memory.order) || clan.orders;
  const gone = clan.revealed && clan.line.at(-1)?.warrior !== clan.revealed;
  const empty = Math.max(0, WALL - hidden.length - clan.line.length - (gone ? 1 : 0));
  return [
    ...range(1, empty).map(() => h("div", { class: "cell" })),
    ...clan.line.map((one, i) => lineCell(ui, clan, one.warrior, i)),
    gone ? h("div", { class: "cell gone", title: ui.t("Discarded") }, card(ui, clan, clan.revealed)) : [],
    ...hidden.map((warrior, i) => hiddenCell(ui, clan, warrior, i)),
  ];
}

function postCell(ui, clan, warrior, place) {
  const { fortAt, warrior: name, t } = wordsOf(ui);
  const node = warrior ? h("div", { class: "cell" }, card(ui, clan, warrior)) : h("div", { class: "cell post" }, h("span", { "aria-hidden": "true" }, place));
  const label = warrior ? `${name(warrior)}, ${fortAt(place)}` : t("Empty: {place}", { place: fortAt(place) });
  return ui.offer(node, { key: `post-${place}`, token: `fort:${place}`, thing: `post:${clan.seat}:${place}` }, label);
}

function lineCell(ui, clan, warrior, i) {
  const last = i === clan.line.length - 1;
  const fresh = last && clan.revealed === warrior;
  const turned = last && ui.before && ui.before.clash !== ui.view.clash ? "turned" : "";
  const node = h("div", { class: `cell shown ${fresh ? "fresh" : ""} ${turned}`, vars: { "--i": String(ui.view.clans.indexOf(clan)) } }, card(ui, clan, warrior));
  const own = clan.seat !== null && clan.seat === ui.seat;
  const token = fresh && ui.may("seduce") ? `clan:${clan.clan}` : own ? `line:${warrior}` : "";
  return ui.offer(node, { key: `line-${clan.clan}-${i}`, token }, cardLabel(ui, warrior));
}

function hiddenCell(ui, clan, warrior, i) {
  const face = warrior ? card(ui, clan, warrior) : cardBack(clan.clan);
  const node = h("div", { class: `cell ${warrior ? "known" : ""}` }, face);
  const label = warrior ? cardLabel(ui, warrior) : ui.t("Hidden warrior");
  const { memory } = ui;
  if (!memory.order || clan !== mine(ui)) return ui.offer(node, { key: `hidden-${clan.clan}-${i}`, token: "" }, label);
  if (memory.swap === i) node.classList.add("picked");
  return ui.local(node, `order-${i}`, label, () => swap(memory, i));
}

function swap(memory, i) {
  const first = memory.swap;
  memory.swap = first === undefined || first === null ? i : null;
  if (memory.swap === null) [memory.order[first], memory.order[i]] = [memory.order[i], memory.order[first]];
}

function card(ui, clan, warrior) {
  const { warrior: name, strength } = wordsOf(ui);
  return warriorCard(warrior, clan.clan, { name: name(warrior), strength: strength(warrior), text: ui.does(warrior) });
}

function cardLabel(ui, id) {
  const { warrior, strength } = wordsOf(ui);
  return `${strength(id)} ${warrior(id)}`; // as the card says it
}

function clanFoot(ui, clan) {
  const { warrior, t } = wordsOf(ui);
  const names = (cards) => cards.map(warrior).join(", ");
  const notes = [
    clan.discards.length && t("Discarded warriors: {warriors}", { warriors: names(clan.discards) }),
    known(clan.away).length && t("Lost unseen: {warriors}", { warriors: names(known(clan.away)) }),
    known(clan.seventh).length && t("Away as the seventh: {warrior}", { warrior: names(known(clan.seventh)) }),
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
  return h("section", { class: "kb-hand", "aria-label": ui.t("Your hand") }, h("div", { class: "hand-cards" }, cards.map((id, i) => handCard(ui, clan, id, i))));
}

function handCard(ui, clan, id, i) {
  const node = h("div", { class: "hand-card", title: ui.does(id) }, card(ui, clan, id));
  return ui.offer(node, { key: `hand-${i}-${id}`, token: `card:${id}` }, `${cardLabel(ui, id)}. ${ui.does(id)}`);
}

function lastClash(ui) {
  const event = ui.memory.totals;
  const { fortName, t } = wordsOf(ui);
  const lost = ui.view.lost_forts;
  if (!event && !lost.length) return null;
  return h(
    "section",
    { class: "kb-panel totals" },
    event && h("h3", { class: "kb-title" }, t("Last clash"), h("small", {}, ` ${t(verdict(event))}`)),
    event && h("ul", {}, event.data.totals.map((total) => totalRow(ui, total, event))),
    lost.length > 0 && h("p", { class: "kb-note" }, t("Lost forts: {forts}", { forts: lost.map(fortName).join(", ") })),
  );
}

function verdict({ type, data }) {
  if (type === "clash-tied") return "tie: nobody captures";
  if (type === "clash-unfought") return "everybody is out: nobody captures";
  return data.by === "archr" ? "captures, Arch'r decides" : "captures";
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
    h("b", {}, total.out ? ui.t("out") : total.total, total.seduced !== 0 && h("small", {}, ` (${total.seduced > 0 ? "+" : "−"}${Math.abs(total.seduced)})`)),
  );
}
