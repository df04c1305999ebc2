// Encodes pictures as a GIF, which every chat plays. Each frame contains only the changes since the one before.
import { GIFEncoder, nearestColorIndex, quantize } from "../vendor/gifenc/gifenc.js";
import { pause } from "../ui.js";

/** The last colour means unchanged (transparent). */
const SAME = 255;
/** The number of exact colours. */
const PLAIN = 160;
const STAYS = 1;

/**
 * The bytes of a GIF of PNG files, which may have several heights. `told(n)` reports that n are encoded.
 * @param {Blob[]} files
 * @param {number[]} delays milliseconds for each picture
 * @param {{signal: AbortSignal, told: (n: number) => void}} how
 */
export async function gifOf(files, delays, { signal, told }) {
  const sizes = await Promise.all(files.map(sizeOf));
  const [width, height] = [0, 1].map((axis) => Math.max(...sizes.map((size) => size[axis])));
  const easel = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
  const gif = GIFEncoder();
  let before = null;
  for (const [i, file] of files.entries()) {
    const now = drawn(easel, await createImageBitmap(file));
    const { index, palette } = painted(now, before);
    gif.writeFrame(index, width, height, { palette, delay: delays[i], transparent: before !== null, transparentIndex: SAME, dispose: STAYS });
    before = now;
    told(i + 1);
    await pause(0);
    signal.throwIfAborted();
  }
  gif.finish();
  return gif.bytes();
}

/** Width and height of a PNG, from its header. */
async function sizeOf(png) {
  const head = new DataView(await png.slice(16, 24).arrayBuffer());
  return [head.getUint32(0), head.getUint32(4)];
}

/** The pixels of a picture; a low one is extended by its background. */
function drawn(easel, picture) {
  const { width, height } = easel.canvas;
  easel.drawImage(picture, 0, 0);
  const [red, green, blue] = easel.getImageData(0, 0, 1, 1).data;
  easel.fillStyle = `rgb(${red} ${green} ${blue})`;
  easel.fillRect(0, picture.height, width, height - picture.height);
  picture.close();
  return new Uint32Array(easel.getImageData(0, 0, width, height).data.buffer);
}

/** A colour index for each pixel, from the colours that this picture needs. */
function painted(now, before) {
  const other = before ? now.filter((pixel, at) => pixel !== before[at]) : now;
  const { palette, indexOf } = colours(other);
  return { palette, index: Uint8Array.from(now, (pixel, at) => (before && pixel === before[at] ? SAME : indexOf(pixel))) };
}

/** Backgrounds and lines keep their exact colours, or unchanged parts would not match; shades share the other colours. */
function colours(pixels) {
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const plain = [...counts.keys()].sort((one, two) => counts.get(two) - counts.get(one)).slice(0, PLAIN);
  const indices = new Map(plain.map((pixel, i) => [pixel, i]));
  const shades = pixels.filter((pixel) => !indices.has(pixel));
  const more = shades.length ? quantize(new Uint8Array(shades.buffer), SAME - PLAIN) : [];
  const palette = [...plain.map(parts), ...more];
  const indexOf = (pixel) => {
    if (!indices.has(pixel)) indices.set(pixel, nearestColorIndex(palette, parts(pixel)));
    return indices.get(pixel);
  };
  return { palette: [...palette, ...Array(SAME + 1 - palette.length).fill([0, 0, 0])], indexOf };
}

const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
