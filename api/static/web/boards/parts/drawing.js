// The parts that all stages are drawn with. Everything that they look like stands in their attributes, so that a drawing
// is the same on the page and as a picture of its own.
import { s, short } from "./dom.js";
import { width } from "./widths.js";

/** The line of what can be chosen, and of nothing else. */
export const GOLD = "#FFE08A";
/** The attributes of the faces that text is set in. */
export const FACES = {
  display: { "font-family": "Fraunces, Georgia, serif", "font-weight": 600 },
  text: { "font-family": "Atkinson Hyperlegible Next, system-ui, sans-serif", "font-weight": 400 },
  strong: { "font-family": "Atkinson Hyperlegible Next, system-ui, sans-serif", "font-weight": 700 },
};

/**
 * Text with its baseline at x, y. `face` is "display", "text" or "strong"; `most` is the largest width: longer text is set
 * smaller, so that nothing is cut. Other members are attributes (`fill`, `text-anchor`: "middle" unless given).
 * @param {number} x @param {number} y @param {string | number} text
 * @param {{size?: number, face?: "display" | "text" | "strong", most?: number, [attribute: string]: any}} look
 */
export function words(x, y, text, { size = 24, face = "display", most = Infinity, ...attributes } = {}) {
  const long = width(String(text), size, face);
  const fitting = long > most ? Math.floor((10 * size * most) / long) / 10 : size;
  return s("text", { x, y, "font-size": fitting, "text-anchor": "middle", ...FACES[face], ...attributes }, String(text));
}

/** A text's words on lines of this width at most.
 * @param {string} text @param {number} most @param {number} size @param {"display" | "text" | "strong"} face */
export function wrapped(text, most, size, face = "text") {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (width(longer, size, face) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter(Boolean);
}

/** What is drawn about 0, 0, at x, y; `fly` names a piece that moves (motion.js), `turn` is in degrees. */
export function at(x, y, { turn = 0, scale = 1, ...attributes }, ...art) {
  const how = [`translate(${short(x)} ${short(y)})`, turn && `rotate(${turn})`, scale !== 1 && `scale(${scale})`].filter(Boolean).join(" ");
  return s("g", { transform: how, ...attributes }, ...art);
}

/** A rectangle with round corners. */
export function panel(x, y, width, height, rx, attributes) {
  return s("rect", { x, y, width, height, rx, ...attributes });
}

/** The soft shadow of a piece, from above: drawn, since a filter costs a frame. */
export function shadow(x, y, width, height, rx) {
  const layer = (grow, opacity) => panel(x - grow, y - grow + 5, width + 2 * grow, height + 2 * grow, rx + grow, { fill: "#000", opacity });
  return [layer(5, 0.06), layer(2, 0.1), layer(0, 0.14)];
}

/** The world behind a stage, beyond its edges too; at night it has 12 percent less light. */
export function world([width, height], ...art) {
  const night = s("rect", { class: "kb-night", x: -width, y: -height, width: 3 * width, height: 3 * height, fill: "#000", opacity: 0 });
  return s("g", {}, art, night);
}

/**
 * Like `draw`, whose arguments are plain values: what it made for them is copied, which takes a fraction of making it again.
 * @template {any[]} Given
 * @param {(...given: Given) => any} draw
 * @returns {(...given: Given) => any}
 */
export function copied(draw) {
  const made = new Map();
  return (...given) => {
    const key = JSON.stringify(given);
    if (!made.has(key)) made.set(key, s("g", {}, draw(...given)));
    return made.get(key).cloneNode(true);
  };
}
