// The paths in a temple, and which can be walked from an entrance: for drawing, and to preview a tile before it is placed.
const SIDES = "NESW";
const BOTTOM_ROW = [6, 7, 8];
/** The spaces row by row: columns a, b, c from the left, rows from 1 at the top. */
export const SPACES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const STEP = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/** Hiding places in order around the temple, with their space and side (0 is up, clockwise). */
export const HIDING = { W3: [6, 3], W2: [3, 3], W1: [0, 3], Na: [0, 0], Nb: [1, 0], Nc: [2, 0], E1: [2, 1], E2: [5, 1], E3: [8, 1] };

/** The paths of a kind of tile as printed: lists of sides 0 to 3. */
export function pathsOf(components, kind) {
  const tile = components.tiles.find((one) => one.id === kind);
  return (tile?.paths ?? []).map((sides) => sides.map((side) => SIDES.indexOf(side)));
}

/** The number of the path that ends at each side of a tile in its position, null if none does. */
function ends(components, tile) {
  const found = [null, null, null, null];
  if (!tile) return found;
  pathsOf(components, tile.kind).forEach((sides, number) => {
    for (const side of sides) found[(side + tile.turns) % 4] = number;
  });
  return found;
}

function beyond(space, side) {
  const [row, column] = [Math.floor(space / 3) + STEP[side][0], (space % 3) + STEP[side][1]];
  return row >= 0 && row < 3 && column >= 0 && column < 3 ? 3 * row + column : null;
}

/** The paths that can be walked, as "space:path". */
export function livePaths(components, spaces) {
  const live = new Set();
  const steps = BOTTOM_ROW.map((space) => [space, 2]);
  while (steps.length) {
    const [space, side] = steps.pop();
    const here = ends(components, spaces[space]);
    const path = here[side];
    if (path === null || live.has(`${space}:${path}`)) continue;
    live.add(`${space}:${path}`);
    here.forEach((other, out) => {
      const next = other === path ? beyond(space, out) : null;
      if (next !== null) steps.push([next, (out + 2) % 4]);
    });
  }
  return live;
}

/** The hiding places at which a live path ends. */
export function touched(components, spaces, live) {
  return Object.entries(HIDING)
    .filter(([, [space, side]]) => {
      const path = ends(components, spaces[space])[side];
      return path !== null && live.has(`${space}:${path}`);
    })
    .map(([place]) => place);
}

/** The spaces of a temple as they would be after an action; tiles that it touches are marked `planned`. */
export function planned(spaces, action, offered) {
  const after = [...spaces];
  const at = (name) => SPACES.indexOf(name);
  const put = (space, tile, turns = 0) => (after[space] = tile && { ...tile, turns: (tile.turns + turns) % 4, planned: true });
  switch (action?.type) {
    case "place-tile":
      put(at(action.space), offered, action.turns);
      break;
    case "rotate-tile":
      put(at(action.space), spaces[at(action.space)], action.turns);
      break;
    case "move-tile":
      after[at(action.space)] = null;
      put(at(action.to), spaces[at(action.space)], action.turns);
      break;
    case "swap-tiles":
      put(at(action.first), spaces[at(action.second)]);
      put(at(action.second), spaces[at(action.first)]);
      break;
    case "place-trap":
      spaces.forEach((tile, space) => tile?.kind === "trap" && (after[space] = null));
      put(at(action.space), { kind: "trap", turns: 0 });
      break;
    case "slide-line":
      slide(spaces, action, put);
      break;
  }
  return after;
}

function slide(spaces, { line, direction }, put) {
  const on = SPACES.flatMap((name, space) => (name.includes(line) ? [space] : []));
  const by = direction === "right" || direction === "down" ? 1 : 2;
  on.forEach((space, i) => put(on[(i + by) % 3], spaces[space]));
}
