// The world of Age of War: evening over the hills, with a red sun.
import { world } from "./drawing.js";
import { s } from "./dom.js";

/** From one side of the world to the other, beyond the stage; `heights` of the ridge are parts of the stage's height. */
function hill([width, height], heights, fill) {
  const step = (3 * width) / (heights.length - 1);
  const at = (i) => [Math.round(i * step - width), Math.round(heights[i] * height)];
  const curves = heights.slice(1).map((_, i) => {
    const [[x, y], [to, down]] = [at(i), at(i + 1)];
    return `C${x + step / 2} ${y} ${to - step / 2} ${down} ${to} ${down}`;
  });
  return s("path", { d: `M${at(0).join(" ")}${curves.join("")}V${2 * height}H${-width}z`, fill });
}

/** The sky from a height down; the next one lies over it. */
const sky = ([width, height], from, fill) => s("rect", { x: -width, y: Math.round(from * height), width: 3 * width, height: Math.round((2 - from) * height), fill });
const mist = (x, y, width) => s("rect", { x, y, width, height: 26, rx: 13, fill: "#FFF6E0", opacity: 0.5 });

export function evening(size) {
  const [width, height] = size;
  return world(
    size,
    sky(size, -1, "#E3B98A"),
    sky(size, 0.06, "#E9C798"),
    sky(size, 0.16, "#EFD5A8"),
    sky(size, 0.28, "#F3E0B9"),
    s("circle", { cx: Math.round(width * 0.74), cy: Math.round(height * 0.3), r: Math.round(Math.min(width, height) * 0.2), fill: "#C65A3C" }),
    [mist(width * 0.08, height * 0.12, width * 0.3), mist(width * 0.6, height * 0.36, width * 0.35), mist(-width * 0.4, height * 0.25, width * 0.5), mist(width * 1.05, height * 0.18, width * 0.5)],
    hill(size, [0.4, 0.5, 0.36, 0.47, 0.4, 0.5, 0.38, 0.46, 0.4], "#CDAE82"),
    hill(size, [0.58, 0.5, 0.56, 0.48, 0.57, 0.52, 0.58, 0.5, 0.56], "#A98A63"),
    hill(size, [0.66, 0.72, 0.64, 0.7, 0.63, 0.71, 0.66, 0.72, 0.66], "#87694A"),
    hill(size, [0.86, 0.82, 0.88, 0.83, 0.88, 0.84, 0.87, 0.83, 0.86], "#664C35"),
  );
}
