// Where tiles and relics of a temple, cards and sticks were before the latest events.
import { beyond, listed, toldApart } from "./named.js";
import { SPACES } from "./nagaraja-paths.js";

/** The latest events of these types about the temple of a seat. */
const newsOf = (ui, seat, ...types) => {
  const found = ui.before ? ui.news(...types) : null;
  return found?.seat === seat ? found : null;
};

/** For one of two that traded places, the place of the other. */
const other = (trade, here) => (trade?.first === here ? trade.second : trade?.second === here ? trade.first : null);

/** The space from which the tile here came; null if it did not move. */
function tileCameFrom(ui, seat, space) {
  const move = newsOf(ui, seat, "tile-moved");
  return move?.to === space ? move.space : (other(newsOf(ui, seat, "tiles-swapped"), space) ?? slidFrom(newsOf(ui, seat, "line-slid"), space));
}

const STEPS = { right: 2, down: 2, left: 1, up: 1 };

/** The space of a pushed line from which its tile came here. */
function slidFrom(push, space) {
  if (!push || !space.includes(push.line)) return null;
  const line = SPACES.filter((name) => name.includes(push.line));
  return line[(line.indexOf(space) + STEPS[push.direction]) % 3];
}

/** The names of pieces: with what they show, so that one that is replaced by another is not taken for it. */
export const flyingTile = (seat, space, { kind, turns, amulet }) => (kind === "trap" ? "trap" : `tile:${seat}:${space}:${kind}:${turns}:${Boolean(amulet)}`);
export const flyingRelic = (seat, place, { relic, faceUp }) => `relic:${seat}:${place}:${relic ?? ""}:${faceUp}`;

/** The names of the piece that lies here now, as it lay there before. */
export function tileFrom(ui, seat, space, tile) {
  if (!ui.before) return null;
  if (tile.kind === "trap") return "trap-box";
  const placed = newsOf(ui, seat, "tile-placed");
  if (placed?.space === space) return "offered";
  const from = tileCameFrom(ui, seat, space);
  const was = from && ui.before.players[seat - 1].temple.spaces[SPACES.indexOf(from)];
  return was ? flyingTile(seat, from, was) : null;
}

export function relicFrom(ui, seat, place) {
  const from = ui.before && other(newsOf(ui, seat, "relics-swapped"), place);
  const was = from && ui.before.players[seat - 1].temple.relics[from];
  return was ? flyingRelic(seat, from, { relic: was.relic, faceUp: was.face_up }) : null;
}

/** Whether the tile here was turned just now. */
export const wasTurned = (ui, seat, space) => newsOf(ui, seat, "tile-rotated")?.space === space;

/** Whether the relic here was turned over just now. */
export function turnedOver(ui, seat, place) {
  const [before, now] = [ui.before, ui.view].map((view) => view?.players[seat - 1]?.temple.relics[place]);
  return Boolean(before && now) && before.face_up !== now.face_up;
}

export const flyingCard = (id) => (id === null ? null : `card:${id}`);
export const handName = (seat) => `hand:${seat}`;

/** The visible cards: in hands, on the table, drawn or looked at. */
const seenCards = ({ players, drawn, effect, used }) => [...new Set([...players.flatMap(({ hand }) => hand), ...(drawn ?? []), ...(effect?.cards ?? []), ...used])].filter((id) => id !== null);

/** Where a newly visible card came from: the deck, or the hand of the player who played it. */
export function cardFrom(ui, id) {
  if (!ui.before || id === null || seenCards(ui.before).includes(id)) return null;
  const played = ui.view.used.includes(id) && ui.news("card-activated");
  return played ? handName(played.seat) : "deck";
}

/** Cards that were visible and are on the discard pile now. */
export const discarded = (ui) => ui.before && listed(beyond(seenCards(ui.before), seenCards(ui.view)).map(flyingCard));

/** A name for each stick of a throw. */
export const stickNames = ({ seat, sticks }) => toldApart(sticks.map((name) => `stick:${seat}:${name}`));

const sticksOf = (view) => view.players.flatMap(stickNames);

/** Whether a stick was thrown just now. */
export const isThrown = (ui, name) => Boolean(ui.before) && !sticksOf(ui.before).includes(name);

/** Sticks that are gone. */
export const sticksBack = (ui) => ui.before && listed(beyond(sticksOf(ui.before), sticksOf(ui.view)));
