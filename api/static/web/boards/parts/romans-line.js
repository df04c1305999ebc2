// The line of a clan under the wall: posts while orders are given, then the revealed warriors and those still face down.
import { range, s } from "./dom.js";
import { at, panel, words } from "./drawing.js";
import { back, card } from "./romans-art.js";
import { backName, flyingWarrior, laidFrom } from "./romans-moves.js";
import { PLACES } from "./romans-places.js";
import { wordsOf } from "./romans-words.js";

/** Whether a clan is the viewer's; neutral clans are nobody's. */
export const isOwn = (ui, { seat }) => seat !== null && seat === ui.seat;

/** The viewer's own clan. */
export const mine = (ui) => ui.view.clans.find((clan) => isOwn(ui, clan));

/** Whether the revealed warrior has already left the line: he lies in it crossed out. */
export const isCrossed = (clan) => Boolean(clan.revealed) && clan.line.at(-1)?.warrior !== clan.revealed;

/** Six places under the wall: the line so far ends where the hidden warriors begin. */
export function line(ui, places, clan, place) {
  const cell = new Cell(ui, places, clan, place);
  if (isOwn(ui, clan) && !clan.sealed && clan.orders) return clan.orders.map((warrior, i) => cell.post(warrior, i + 1));
  if (!clan.orders) return range(1, PLACES).map((n) => cell.others(n));
  return fought(ui, clan, cell);
}

function fought(ui, clan, cell) {
  const hidden = (isOwn(ui, clan) && ui.draft.order) || clan.orders;
  const gone = isCrossed(clan);
  const open = PLACES - hidden.length;
  const first = open - clan.line.length - (gone ? 1 : 0);
  return [
    clan.line.map((one, i) => cell.shown(one.warrior, i, first + i + 1)),
    gone && cell.gone(clan.revealed, open),
    hidden.map((warrior, i) => cell.hidden(warrior, i, open + i + 1)),
  ];
}

/** One place of a line after the other. */
class Cell {
  constructor(ui, { column }, clan, { card: { y, scale } }) {
    this.ui = ui;
    this.clan = clan;
    this.y = y;
    this.scale = scale;
    this.column = column;
    this.named = new Set();
  }

  box(place, lift = 0) {
    return [this.column(place) - 50 * this.scale, this.y - 62 * this.scale - lift, 100 * this.scale, 124 * this.scale];
  }

  /** Two equal warriors of a clan are two pieces. */
  name(warrior) {
    const name = flyingWarrior(this.clan.clan, warrior);
    const own = this.named.has(name) ? `${name}:2` : name;
    this.named.add(name);
    return own;
  }

  put(place, attributes, art, lift = 0) {
    return at(this.column(place), this.y - lift, { scale: this.scale, ...attributes }, art);
  }

  face(warrior, look) {
    const { warrior: name, strength } = wordsOf(this.ui);
    return card(warrior, this.clan.clan, { name: name(warrior), strength: strength(warrior) }, look);
  }

  free(place) {
    return this.put(place, {}, panel(-48, -60, 96, 120, 9, { fill: "#fff", "fill-opacity": 0.05, stroke: "#DDE5CF", "stroke-width": 2.5, "stroke-dasharray": "8 7", opacity: 0.55 }));
  }

  /** A place of another player: nothing is said of it, but it can be pointed at. */
  others(place) {
    const { ui, clan } = this;
    ui.targets.put("span", { class: "kb-label", "aria-hidden": "true", "data-thing": `post:${clan.seat}:${place}` }, this.box(place));
    return place <= clan.placed ? this.laid(place) : this.free(place);
  }

  /** A card that another player has laid face down. */
  laid(place) {
    const { ui, clan } = this;
    return this.put(place, { "data-fly": backName(clan.clan, place), "data-from": laidFrom(ui, clan, place) }, back(clan.clan));
  }

  post(warrior, place) {
    const { ui, clan } = this;
    const { fortAt, warrior: name } = wordsOf(ui);
    const label = warrior ? `${name(warrior)}, ${fortAt(place)}` : ui.word("empty", { place: fortAt(place) });
    ui.offer({ key: `post-${place}`, token: `post:${clan.seat}:${place}` }, label, this.box(place));
    if (!warrior) return [this.free(place), words(this.column(place), this.y + 12, place, { size: 34, fill: "#E6ECDD" })];
    return this.put(place, { "data-fly": this.name(warrior) }, this.face(warrior));
  }

  /** A revealed warrior; the latest one has turned over. */
  shown(warrior, i, place) {
    const { ui, clan } = this;
    const last = i === clan.line.length - 1;
    const fresh = last && clan.revealed === warrior;
    const token = fresh && ui.may("seduce") ? `clan:${clan.clan}` : isOwn(ui, clan) ? `line:${warrior}` : "";
    ui.offer({ key: `line-${clan.clan}-${i}`, token }, cardLabel(ui, warrior), this.box(place));
    return this.put(place, { "data-fly": this.name(warrior) }, s("g", { class: this.#turned(last) }, this.face(warrior)));
  }

  #turned(last) {
    const { ui } = this;
    return last && ui.before && ui.before.clash !== ui.view.clash && "turned";
  }

  gone(warrior, place) {
    const { ui } = this;
    ui.say(`${cardLabel(ui, warrior)}: ${ui.word("discarded")}`, this.box(place));
    return this.put(place, {}, this.face(warrior, { gone: true }));
  }

  hidden(warrior, i, place) {
    const { ui, clan } = this;
    const label = warrior ? cardLabel(ui, warrior) : ui.word("hidden");
    const moves = ui.draft.order && isOwn(ui, clan);
    const picked = moves && ui.draft.swap === i;
    const lift = picked ? 22 : 0;
    if (moves) ui.local(`order-${i}`, label, this.box(place, lift), () => swap(ui.draft, i), picked);
    else ui.offer({ key: `hidden-${clan.clan}-${i}`, token: "" }, label, this.box(place));
    return this.put(place, { "data-fly": warrior ? this.name(warrior) : backName(clan.clan, place) }, warrior ? this.face(warrior, { known: true }) : back(clan.clan), lift);
  }
}

function swap(draft, i) {
  const first = draft.swap;
  draft.swap = first === undefined || first === null ? i : null;
  if (draft.swap === null) [draft.order[first], draft.order[i]] = [draft.order[i], draft.order[first]];
}

export function cardLabel(ui, id) {
  const { warrior, strength } = wordsOf(ui);
  return `${strength(id)} ${warrior(id)}`; // as on the card
}
