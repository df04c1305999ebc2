// The line of a clan under the wall: posts while orders are given, then the revealed warriors and those still face down.
import { h, range } from "./dom.js";
import { cardBack, warriorCard } from "./romans-art.js";
import { backName, flyingWarrior, laidFrom } from "./romans-moves.js";
import { wordsOf } from "./romans-words.js";

export const WALL = 6;

/** Whether a clan is the viewer's; neutral clans are nobody's. */
export const isOwn = (ui, { seat }) => seat !== null && seat === ui.seat;

/** The viewer's own clan. */
export const mine = (ui) => ui.view.clans.find((clan) => isOwn(ui, clan));

/** Six cells under the wall: the line so far ends where the hidden warriors begin. */
export function cells(ui, clan) {
  const own = isOwn(ui, clan);
  if (own && !clan.sealed && clan.orders) return clan.orders.map((warrior, i) => postCell(ui, clan, warrior, i + 1));
  if (!clan.orders) return range(1, WALL).map((n) => h("div", { class: "cell" }, n <= clan.placed && faceDown(ui, clan, n)));
  const hidden = (own && ui.draft.order) || clan.orders;
  const gone = clan.revealed && clan.line.at(-1)?.warrior !== clan.revealed;
  const empty = Math.max(0, WALL - hidden.length - clan.line.length - (gone ? 1 : 0));
  return [
    ...range(1, empty).map(() => h("div", { class: "cell" })),
    ...clan.line.map((one, i) => lineCell(ui, clan, one.warrior, i)),
    gone ? h("div", { class: "cell gone", title: ui.word("discarded") }, card(ui, clan, clan.revealed)) : [],
    ...hidden.map((warrior, i) => hiddenCell(ui, clan, warrior, i)),
  ];
}

function faceDown(ui, clan, place) {
  return h("div", { class: "laid", "data-fly": backName(clan.clan, place), "data-from": laidFrom(ui, clan, place) }, cardBack(clan.clan));
}

function postCell(ui, clan, warrior, place) {
  const { fortAt, warrior: name } = wordsOf(ui);
  const node = warrior ? h("div", { class: "cell" }, card(ui, clan, warrior)) : h("div", { class: "cell post" }, h("span", { "aria-hidden": "true" }, place));
  const label = warrior ? `${name(warrior)}, ${fortAt(place)}` : ui.word("empty", { place: fortAt(place) });
  return ui.offer(node, { key: `post-${place}`, token: `fort:${place}`, thing: `post:${clan.seat}:${place}` }, label);
}

function lineCell(ui, clan, warrior, i) {
  const last = i === clan.line.length - 1;
  const fresh = last && clan.revealed === warrior;
  const turned = last && ui.before && ui.before.clash !== ui.view.clash ? "turned" : "";
  const node = h("div", { class: `cell shown ${fresh ? "fresh" : ""} ${turned}`, vars: { "--i": String(ui.view.clans.indexOf(clan)) } }, card(ui, clan, warrior));
  const token = fresh && ui.may("seduce") ? `clan:${clan.clan}` : isOwn(ui, clan) ? `line:${warrior}` : "";
  return ui.offer(node, { key: `line-${clan.clan}-${i}`, token }, cardLabel(ui, warrior));
}

function hiddenCell(ui, clan, warrior, i) {
  const face = warrior ? card(ui, clan, warrior) : cardBack(clan.clan);
  const node = h("div", { class: `cell ${warrior ? "known" : ""}` }, face);
  const label = warrior ? cardLabel(ui, warrior) : ui.word("hidden");
  const { draft } = ui;
  if (!draft.order || clan !== mine(ui)) return ui.offer(node, { key: `hidden-${clan.clan}-${i}`, token: "" }, label);
  if (draft.swap === i) node.classList.add("picked");
  return ui.local(node, `order-${i}`, label, () => swap(draft, i));
}

function swap(draft, i) {
  const first = draft.swap;
  draft.swap = first === undefined || first === null ? i : null;
  if (draft.swap === null) [draft.order[first], draft.order[i]] = [draft.order[i], draft.order[first]];
}

export function card(ui, clan, warrior) {
  const { warrior: name, strength } = wordsOf(ui);
  const node = warriorCard(warrior, clan.clan, { name: name(warrior), strength: strength(warrior), text: ui.does(warrior) });
  node.dataset.fly = flyingWarrior(clan.clan, warrior);
  return node;
}

export function cardLabel(ui, id) {
  const { warrior, strength } = wordsOf(ui);
  return `${strength(id)} ${warrior(id)}`; // as on the card
}
