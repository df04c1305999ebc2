// QR codes, drawn here: the fragment of an address is sent to no server, and neither is its picture.
import { generate } from "./vendor/lean-qr/nano.js";
import { drawing, path, s } from "./boards/parts/dom.js";

const MARGIN = 4;
const MOST = 2900;

/** The QR code of a text, dark on light in every theme so that cameras can read it; null if the text is too long. */
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
