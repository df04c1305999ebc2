// Where warriors and forts lay before what has just happened: warriors go from the hand to their posts, and back to their clan when
// they leave the line; forts move along the wall and go to who captures them.

export const warriorName = (clan, warrior) => `warrior:${clan}:${warrior}`;
export const clanName = (clan) => `clan:${clan}`;
export const backName = (clan, place) => `back:${clan}:${place}`;
export const heldName = (clan, i) => `held:${clan}:${i}`;

const was = (ui, { clan }) => ui.before?.clans.find((one) => one.clan === clan);

/** Place -> name of the fort there; forts of one kind are told apart. */
export function fortNames(wall) {
  const nth = new Map();
  return new Map(wall.map(({ place, fort }) => {
    nth.set(fort, (nth.get(fort) ?? 0) + 1);
    return [place, `fort:${fort}:${nth.get(fort)}`];
  }));
}

/** Whether a fort of the wall was not there before. */
export const isNewFort = (ui, name) => !ui.before || ![...fortNames(ui.before.wall).values()].includes(name);

/** The fort that was fought over. */
export const foughtOver = (ui) => fortNames(ui.before.wall).get(ui.before.clash);

/** Whence a card face down came that lies there now. */
export const laidFrom = (ui, clan, place) => ui.before && place > (was(ui, clan)?.placed ?? 0) && clanName(clan.clan);

/** The warriors that left the line, and those taken up again face down. */
export function goneHome(ui, clan) {
  const before = was(ui, clan);
  if (!before) return null;
  const left = before.line.map(({ warrior }) => warriorName(clan.clan, warrior));
  const here = new Set(clan.line.map(({ warrior }) => warriorName(clan.clan, warrior)));
  const up = Array.from({ length: Math.max(0, before.placed - clan.placed) }, (_, i) => backName(clan.clan, before.placed - i));
  return [...left.filter((name) => !here.has(name)), ...up].join(" ") || null;
}

/** The forts that leave the game: of the wall, or of a clan that pays with one. */
export function lostNow(ui) {
  if (!ui.before || ui.view.lost_forts.length <= ui.before.lost_forts.length) return null;
  const [now, before] = [ui.view, ui.before].map(({ wall }) => new Set(fortNames(wall).values()));
  const paid = ui.before.clans.flatMap((clan) => paidBy(clan, ui.view.clans.find((one) => one.clan === clan.clan)));
  return [...[...before].filter((name) => !now.has(name)), ...paid].join(" ");
}

/** The first of the clan's forts that it has no more. */
function paidBy({ clan, forts }, now) {
  if (now.forts.length >= forts.length) return [];
  const at = forts.findIndex((fort, i) => now.forts[i] !== fort);
  return [heldName(clan, at)];
}
