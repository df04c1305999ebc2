// Where the castles of Age of War are, and how they got there.

export const castleOf = (ui, id) => ui.components.castles.find((one) => one.id === id);
export const clanOf = (ui, id) => ui.components.clans.find((one) => one.id === id);

/** The seat that has a castle face up; undefined for none. */
export function holderOf({ players }, id) {
  return players.find(({ castles }) => castles.includes(id))?.seat;
}

/** The seat that has completed a clan. */
export function ownerOf({ players }, clan) {
  return players.find(({ stacks }) => stacks.includes(clan))?.seat;
}

/** Where a castle's card lies: in the "field" while it is under siege, else in the "centre" or before a seat. */
function lies(view, id) {
  if (view.siege?.castle === id) return "field";
  return view.centre.includes(id) ? "centre" : holderOf(view, id);
}

/** The name of a castle's card where it lies: it looks different in each place, so one there never becomes one here. */
export const cardName = (view, id) => `castle:${id}:${lies(view, id)}`;

/** The attributes of a castle's card: its name, and where it comes from. */
export function card(ui, id) {
  const [was, is] = [ui.before ?? ui.view, ui.view].map((view) => cardName(view, id));
  return { "data-fly": is, "data-from": was !== is && was };
}

/** The castle that the field shows: the one under siege, or the one that is picked; while a move is on its way it stays. */
export function fieldCastle(ui) {
  const picked = ui.picks.find(({ token }) => token.startsWith("castle:"))?.token.slice("castle:".length);
  if (!ui.busy) ui.memory.field = ui.view.siege?.castle ?? picked ?? null;
  return ui.memory.field;
}

/** The lines of a castle that have to be filled: {line, needs, dice}; a castle that somebody has needs one more. */
export function linesOf(ui, id) {
  if (ui.view.siege?.castle === id) return ui.view.siege.lines;
  const { lines, special_line: special } = castleOf(ui, id);
  const printed = lines.map((needs, i) => ({ line: i + 1, needs, dice: [] }));
  return special && holderOf(ui.view, id) ? [{ line: 0, needs: { symbols: ["daimyo"] }, dice: [] }, ...printed] : printed;
}
