// The world of Nagaraja: a court in the jungle, under high trees.
import { world } from "./drawing.js";
import { s } from "./dom.js";

const leaf = (x, y, turn, scale, fill) => s("path", { d: "M0 0C30-46 96-62 150-40 122 8 60 32 0 0zM0 0C50-8 100-22 150-40", fill, transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})` });

/** Behind a stage of this size, to the edges of the window. @param {number[]} size */
export function jungle([width, height]) {
  const across = (y, rise, fill) => s("path", { d: `M${-width} ${y}q${width / 4} ${-rise} ${width / 2} 0t${width / 2} 0 ${width / 2} 0 ${width / 2} 0 ${width / 2} 0 ${width / 2} 0V${2 * height}H${-width}z`, fill });
  const trunk = (x, wide) => s("path", { d: `M${x} ${-height}q${wide / 3} ${height} ${-wide / 3} ${3 * height}h${wide}q${-wide / 3} ${-1.5 * height} 0 ${-3 * height}z`, fill: "#2c4a3b", opacity: 0.55 });
  const fronds = [[-40, -10, 20], [-30, 120, -8], [width + 40, -10, 160], [width + 30, 130, 188], [-60, height - 90, -30], [width + 60, height - 90, 210]];
  return world(
    [width, height],
    s("rect", { x: -width, y: -height, width: 3 * width, height: 3 * height, fill: "#4d7460" }),
    s("ellipse", { cx: width / 2, cy: height * 0.2, rx: width * 0.7, ry: height * 0.5, fill: "#5d8870", opacity: 0.6 }),
    [-0.42, -0.12, 0.47, 1.06, 1.4].map((part, i) => trunk(part * width, 90 + 30 * (i % 2))),
    across(height * 0.62, 60, "#416653"),
    across(height * 0.8, 46, "#375a49"),
    fronds.map(([x, y, turn], i) => leaf(x, y, turn, 1.5, i % 2 ? "#3f6a4f" : "#355c46")),
  );
}
