// Romans Go Home!: the wall of six forts, the clans' lines under it, the hand.
import { h } from "./parts/dom.js";
import { pictureOf } from "./parts/romans-art.js";
import { ground, isOver, lane } from "./parts/romans-clan.js";
import { hand } from "./parts/romans-hand.js";
import { mine } from "./parts/romans-line.js";
import { placesFor } from "./parts/romans-places.js";
import { scene } from "./parts/romans-scene.js";
import { litColumn, lostForts, status, wall } from "./parts/romans-wall.js";
import { wordsOf } from "./parts/romans-words.js";
import { board } from "./parts/stage.js";

/** The action meant by a click on an element that cannot be chosen now; a fort of the wall is "wall" while none can be taken. */
const WANTED = {
  wall: (place) => ({ type: "take-fort", place: Number(place) }),
  line: (warrior) => ({ type: "discard-revealed", warrior }),
  held: (clan, fort) => ({ type: "discard-fort", fort }),
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
    const [kind, ...what] = token.split(":");
    return WANTED[kind]?.(...what) ?? null;
  },
  tokens(action, ui) {
    switch (action.type) {
      case "discard-warrior":
        return [`card:${action.warrior}`];
      case "place-warrior":
        return [`card:${action.warrior}`, `post:${ui.seat}:${action.fort}`];
      case "withdraw-warrior":
        return [`post:${ui.seat}:${action.fort}`];
      case "take-fort":
        return [`fort:${action.place}`];
      case "seduce":
        return [`clan:${action.clan}`];
      case "discard-revealed":
        return [`line:${action.warrior}`];
      case "discard-fort":
        return [`held:${mine(ui).clan}:${action.fort}`];
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
  if (fort) return [pictureOf.fort(wordsOf(ui).fort(fort.fort)?.kind ?? "niefort", fort.value), ui.label(action)];
  return ["place-warrior", "discard-warrior", "discard-revealed"].includes(action.type) ? [pictureOf.warrior(action.warrior, mine(ui).clan), ui.label(action)] : null;
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

/** The clans as their lanes lie, the viewer's nearest to the hand. */
function inLanes(ui) {
  const own = mine(ui);
  return [...ui.view.clans.filter((clan) => clan !== own), own].filter(Boolean);
}

function draw(ui) {
  const clans = inLanes(ui);
  const own = mine(ui);
  const places = placesFor(ui, clans.length, Boolean(own));
  const art = [
    scene(ui, places),
    status(ui, places),
    ui.region(ui.word("wall"), () => wall(ui, places)),
    lostForts(ui, places),
    clans.map((clan, i) => ground(ui, places, clan, places.lanes[i])),
    !isOver(ui) && litColumn(ui, places),
    clans.map((clan, i) => lane(ui, places, clan, places.lanes[i])),
    own && ui.region(ui.word("hand"), () => hand(ui, places, own)),
  ];
  return { art, tools: confirmOrder(ui), detail: pickedAbility(ui) };
}

/** The button shows the new order; its label says it. */
function confirmOrder(ui) {
  const { order } = ui.draft;
  const action = order && ui.legal.find((one) => one.warriors?.join() === order.join());
  return action ? ui.actionButton(action, h("span", { class: "kb-picture" }, order.map((one) => pictureOf.warrior(one, mine(ui).clan)))) : null;
}
