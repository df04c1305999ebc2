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
export function tileCameFrom(ui, seat, space) {
  const move = newsOf(ui, seat, "tile-moved");
  return move?.to === space ? move.space : other(newsOf(ui, seat, "tiles-swapped"), space);
}

export const relicCameFrom = (ui, seat, place) => other(newsOf(ui, seat, "relics-swapped"), place);

/** The rotation of the tile here before, relative to now, in degrees. */
export function turnedBy(ui, seat, space) {
  const turn = newsOf(ui, seat, "tile-rotated");
  if (turn?.space !== space) return 0;
  const before = ui.before.players[seat - 1].temple.spaces[SPACES.indexOf(space)];
  const degrees = ((before?.turns ?? turn.turns) - turn.turns) * 90;
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}

/** The relic that was turned over here, as it was before: {relic, faceUp}; null if none was. */
export function turnedOver(ui, seat, place) {
  const [before, now] = [ui.before, ui.view].map((view) => view?.players[seat - 1]?.temple.relics[place]);
  if (!before || !now || before.face_up === now.face_up) return null;
  return { relic: before.relic ?? null, faceUp: before.face_up };
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
