// QR codes, drawn here: what stands behind the # of an address goes to no server, and neither does its picture.
import { generate } from "./vendor/lean-qr/nano.js";
import { drawing, path, s } from "./boards/parts/dom.js";

const MARGIN = 4;
const MOST = 2900;

/** The code of a text as a picture, dark on light in all looks, for cameras; null for a text that is too long for one. */
export function qrCode(text, label) {
  if (text.length > MOST) return null;
  const code = generate(text);
  const whole = code.size + 2 * MARGIN;
  const ground = s("rect", { class: "qr-ground", x: -MARGIN, y: -MARGIN, width: whole, height: whole });
  return drawing(`${-MARGIN} ${-MARGIN} ${whole} ${whole}`, { class: "qr", "aria-label": label }, ground, path(runs(code), "qr-dark"));
}

/** One rectangle for each run of dark modules in a row. */
function runs({ size, get }) {
  const found = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = x;
      while (get(x, y)) x += 1;
      if (x > from) found.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
    }
  }
  return found.join("");
}
