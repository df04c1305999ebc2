// The tiles of Nagaraja: stone, paths that are lit or not, the place of an amulet; and the trap.
import { s } from "./dom.js";
import { amuletArt, line, placed, shape } from "./nagaraja-art.js";
import { pathsOf } from "./nagaraja-paths.js";

const END = [[0, -49], [49, 0], [0, 49], [-49, 0]];
const LIT = { edge: "#8a4a00", way: "#f5a11c" };
const DARK = { edge: "#8d8570", way: "#efe7d4" };

/**
 * A tile of 94 by 94 about 0, 0, in its position; `look(number)` says of a path whether it is lit, and whether that is new.
 * @param {(number: number) => {lit: boolean, fresh?: boolean}} look
 */
export function tileArt(components, tile, look = () => ({ lit: false })) {
  if (tile.kind === "trap") return trapArt();
  const socket = components.tiles.find((one) => one.id === tile.kind)?.amulet ?? null;
  const paths = pathsOf(components, tile.kind);
  const ways = paths.map((sides, number) => way(lines(sides, number === socket, paths.length > 1), look(number)));
  return s(
    "g",
    { transform: `rotate(${90 * tile.turns})` },
    s("rect", { x: -47, y: -47, width: 94, height: 94, rx: 8, fill: "#c9b892", stroke: "#8d7a52", "stroke-width": 2 }),
    line("M-40-20h18M22-38h14M-36 34h14M24 26h16", { stroke: "#a8966c", "stroke-width": 2 }),
    ways,
    socket !== null && amuletPlace(paths[socket], tile),
  );
}

/** The place of an amulet: the amulet stands upright, whichever way the tile lies. */
function amuletPlace(sides, tile) {
  const [x, y] = END[sides[0]];
  const ring = s("circle", { r: 15, fill: "#efe7d4", stroke: "#8d8570", "stroke-width": 2 });
  return s("g", { transform: `translate(${x * 0.45} ${y * 0.45}) rotate(${-90 * tile.turns})` }, ring, tile.amulet && amuletArt(null));
}

/**
 * A path; one that is newly lit, or no longer lit, appears over what it was.
 * @param {string[]} parts @param {{lit: boolean, fresh?: boolean}} look
 */
function way(parts, { lit, fresh }) {
  const drawn = (colours, name) => s("g", { class: name }, parts.map((d) => line(d, { stroke: colours.edge, "stroke-width": 23, "stroke-linecap": "butt" })), parts.map((d) => line(d, { stroke: colours.way, "stroke-width": 17, "stroke-linecap": "butt" })));
  const [now, then] = lit ? [LIT, DARK] : [DARK, LIT];
  return fresh ? [drawn(then, null), drawn(now, "appears")] : drawn(now, null);
}

/** The shape of a path: straight or a curve between two sides, from the middle to three or four, a short end to a socket. */
function lines(sides, isSocket, shared) {
  const at = sides.map((side) => END[side]);
  if (isSocket) return at.map(([x, y]) => `M${x} ${y}L${x * 0.45} ${y * 0.45}`);
  if (sides.length === 2 && Math.abs(sides[0] - sides[1]) === 2) return [`M${at[0]}L${at[1]}`];
  if (sides.length === 2) return [`M${at[0]}Q0 0 ${at[1]}`];
  if (shared) return at.slice(1).map((end) => `M${at[0]}Q0 0 ${end}`);
  return at.map((end) => `M0 0L${end}`);
}

function trapArt() {
  const teeth = Array.from({ length: 8 }, (_, i) => shape("M-9-18 0-40 9-18z", "#c9533f", { transform: `rotate(${45 * i})` }));
  return s(
    "g",
    {},
    s("rect", { x: -47, y: -47, width: 94, height: 94, rx: 8, fill: "#241a1a", stroke: "#7c2d2d", "stroke-width": 3 }),
    teeth,
    placed(0, 0, 1, s("circle", { r: 17, fill: "#f2e6d0" }), line("M-7-4h.1M7-4h.1", { stroke: "#241a1a", "stroke-width": 7 }), line("M-6 7c3-3 9-3 12 0", { stroke: "#241a1a", "stroke-width": 3 })),
  );
}
