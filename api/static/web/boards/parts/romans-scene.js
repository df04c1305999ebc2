// The world of Romans Go Home!: hills under a pale sky, the wall across them, the meadow where the clans stand.
import { s } from "./dom.js";
import { panel, world } from "./drawing.js";

export function scene(ui, { wall, tall }) {
  const base = wall.y + 70 * wall.scale;
  return ui.part("world", [ui.size, base], () => land(ui.size, base, tall));
}

function land(size, base, tall) {
  const [width, height] = size;
  const shape = tall ? "tall" : "wide";
  const across = (y, high, attributes) => panel(-width, y, 3 * width, high, 0, attributes);
  return world(
    size,
    s("defs", {}, fading(`romans-sky-${shape}`, ["#F0DDB4", "#DFC998"]), fading(`romans-grass-${shape}`, ["#6F8858", "#3B5139", "#2B3D2C"])),
    across(-height, height + base, { fill: "#F0DDB4" }),
    across(0, base, { fill: `url(#romans-sky-${shape})` }),
    s("ellipse", { cx: width * 0.5, cy: base + 10, rx: width * 0.42, ry: base * 0.62, fill: "#A9AE80" }),
    s("ellipse", { cx: width * -0.1, cy: base + 20, rx: width * 0.45, ry: base * 0.5, fill: "#BDB88B" }),
    s("ellipse", { cx: width * 1.1, cy: base + 20, rx: width * 0.5, ry: base * 0.56, fill: "#B4B284" }),
    rampart(width, base),
    across(base, height, { fill: `url(#romans-grass-${shape})` }),
    across(height + base - 1, height, { fill: "#2B3D2C" }),
    across(base, 14, { fill: "#000", opacity: 0.16 }),
    s("path", { d: tufts(size, base), stroke: "#8FA673", "stroke-width": 3, fill: "none", opacity: 0.35, "stroke-linecap": "round" }),
  );
}

function fading(id, colours) {
  return s("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 }, colours.map((colour, i) => s("stop", { offset: i / (colours.length - 1), "stop-color": colour })));
}

/** The wall between the forts, with its battlements, from edge to edge. */
function rampart(width, base) {
  const teeth = Array.from({ length: Math.ceil((3 * width) / 44) }, () => "v-14h22v14h22").join("");
  const rows = [0, 1, 2].map((row) => `M${-width + 20 * (row % 2)} ${base - 22 - 24 * row}h${3 * width}`).join("");
  return [s("path", { d: `M${-width} ${base}V${base - 76}${teeth}V${base}z`, fill: "#B7A27B" }), s("path", { d: rows, stroke: "#8F7C58", "stroke-width": 2.5, "stroke-dasharray": "34 6", fill: "none", opacity: 0.6 })];
}

/** Grass, always at the same places. */
function tufts([width, height], base) {
  return Array.from({ length: 60 }, (_, i) => `M${((i * 997) % (3 * width)) - width} ${base + 40 + ((i * 613) % (height - base - 40))}l4-12m3 13 5-9`).join("");
}
