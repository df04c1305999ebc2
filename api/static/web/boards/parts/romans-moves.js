// Where warriors and forts were before the latest events: warriors go from the hand to their posts, and back to their clan when
// they leave the line; forts move along the wall and go to the clan that captures them.
import { beyond, listed, toldApart } from "./named.js";

export const flyingWarrior = (clan, warrior) => `warrior:${clan}:${warrior}`;
export const homeName = (clan) => `clan:${clan}`;
export const backName = (clan, place) => `back:${clan}:${place}`;
export const heldName = (clan, i) => `held:${clan}:${i}`;

const was = (ui, { clan }) => ui.before?.clans.find((one) => one.clan === clan);

/** Place -> name of the fort there. */
export function flyingForts(wall) {
  const names = toldApart(wall.map(({ fort }) => `fort:${fort}`));
  return new Map(wall.map(({ place }, i) => [place, names[i]]));
}

/** Whether a fort of the wall was not there before. */
export const isNewFort = (ui, name) => !ui.before || ![...flyingForts(ui.before.wall).values()].includes(name);

/** The fort that was fought over. */
export const foughtOver = (ui) => flyingForts(ui.before.wall).get(ui.before.clash);

/** Where a new face-down card came from. */
export const laidFrom = (ui, clan, place) => ui.before && place > (was(ui, clan)?.placed ?? 0) && homeName(clan.clan);

/** The warriors that left the line, and those taken back face down. */
export function goneHome(ui, clan) {
  const before = was(ui, clan);
  if (!before) return null;
  const [here, there] = [clan, before].map(({ line }) => line.map(({ warrior }) => flyingWarrior(clan.clan, warrior)));
  const up = Array.from({ length: Math.max(0, before.placed - clan.placed) }, (_, i) => backName(clan.clan, before.placed - i));
  return listed([...beyond(there, here), ...up]);
}

/** The forts that leave the game: from the wall, or from a clan that pays with one. */
export function lostNow(ui) {
  if (!ui.before || ui.view.lost_forts.length <= ui.before.lost_forts.length) return null;
  const [now, before] = [ui.view, ui.before].map(({ wall }) => [...flyingForts(wall).values()]);
  const paid = ui.before.clans.flatMap((clan) => paidBy(clan, ui.view.clans.find((one) => one.clan === clan.clan)));
  return listed([...beyond(before, now), ...paid]);
}

/** The first of the clan's forts that it has lost. */
function paidBy({ clan, forts }, now) {
  if (now.forts.length >= forts.length) return [];
  const at = forts.findIndex((fort, i) => now.forts[i] !== fort);
  return [heldName(clan, at)];
}
