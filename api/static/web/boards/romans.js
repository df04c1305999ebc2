// Romans Go Home!: the wall of six forts, the clans' lines under it, the hand.
import { at, panel, shadow, words, world } from "./parts/drawing.js";
import { fortArt, signed, warriorIcon } from "./parts/romans-art.js";
import { cardLabel, isOwn, mine } from "./parts/romans-line.js";
import { flyingForts, flyingWarrior } from "./parts/romans-moves.js";
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
  stage: { wide: [1600, 1000], tall: [780, 1370] },
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
  const art = [scenery(ui), ui.region(ui.word("wall"), () => wall(ui)), ui.view.clans.map((clan, i) => ui.region(wordsOf(ui).clanName(clan.clan), () => lane(ui, clan, i))), ui.region(ui.word("hand"), () => hand(ui))];
  return { art, tools: confirmOrder(ui), detail: pickedAbility(ui) };
}

const COLUMN = (place) => 280 + 212 * (place - 1);

function scenery(ui) {
  const [w, hgt] = ui.size;
  return world(ui.size, panel(-w, -hgt, 3 * w, 3 * hgt, 0, { fill: "#5B7350" }), panel(-w, 0, 3 * w, 220, 0, { fill: "#B9A480" }));
}

function wall(ui) {
  const names = flyingForts(ui.view.wall);
  return ui.view.wall.map(({ place, fort: id, value }) => {
    const { fort: find, fortName } = wordsOf(ui);
    const kind = find(id)?.kind ?? "niefort";
    const x = COLUMN(place);
    ui.offer({ key: `fort-${place}`, token: `${ui.may("take-fort") ? "fort" : "wall"}:${place}`, thing: `fort:${place}` }, `${fortLabel(ui, { place, fort: id, value })}. ${ui.does(kind)}`, [x, 60, 150, 160]);
    return at(x + 75, 60, { "data-fly": names.get(place) }, shadow(-75, 0, 150, 160, 8), panel(-75, 0, 150, 160, 8, { fill: "#CDBB97" }), words(0, 60, signed(value), { size: 40, fill: "#221C16" }), words(0, 190, fortName(id), { size: 24, fill: "#fff", most: 190 }));
  });
}

function lane(ui, clan, i) {
  const y = 270 + i * (ui.view.clans.length > 3 ? 125 : 160);
  const cardAt = (warrior, place) => {
    const x = COLUMN(place) + 25;
    const token = isOwn(ui, clan) ? (clan.sealed ? `line:${warrior}` : `fort:${place}`) : "";
    ui.offer({ key: `post-${clan.clan}-${place}`, token }, warrior ? cardLabel(ui, warrior) : ui.word("empty", { place: String(place) }), [x, y, 100, 120]);
    return warrior && at(x, y, { "data-fly": flyingWarrior(clan.clan, warrior) }, shadow(0, 0, 100, 120, 8), panel(0, 0, 100, 120, 8, { fill: "#fffdf8" }), words(50, 100, warrior, { size: 20, fill: "#222", most: 90 }));
  };
  const line = [...clan.line.map((one) => one.warrior), ...(clan.orders ?? [])];
  return [panel(20, y - 10, 1560, 145, 20, { fill: "#000", opacity: 0.2 }), words(40, y + 60, wordsOf(ui).clanName(clan.clan), { size: 30, fill: "#fff", "text-anchor": "start" }), line.map((warrior, n) => cardAt(warrior, n + 1))];
}

function hand(ui) {
  const clan = mine(ui);
  return known(clan?.hand).map((id, i) => {
    const key = `hand-${i}-${id}`;
    const [x, y, turn] = [420 + 140 * i, 850 - (ui.isPicked(key) ? 24 : 0), i * 2 - 5];
    ui.offer({ key, token: `card:${id}` }, `${cardLabel(ui, id)}. ${ui.does(id)}`, [x, y, 120, 150, turn]);
    return at(x + 60, y + 75, { turn, "data-fly": flyingWarrior(clan.clan, id) }, shadow(-60, -75, 120, 150, 10), panel(-60, -75, 120, 150, 10, { fill: "#fffdf8" }), words(0, 60, id, { size: 22, fill: "#222", most: 110 }));
  });
}

function confirmOrder(ui) {
  const { order } = ui.draft;
  const action = order && ui.legal.find((one) => one.warriors?.join() === order.join());
  return action ? ui.actionButton(action) : null;
}

function known(cards) {
  return (cards ?? []).filter((card) => card !== null);
}
