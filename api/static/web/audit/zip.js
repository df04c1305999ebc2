// Zip files in the unique encoding of bundles: stored files in the order of their names.
import { equal, joined, utf8 } from "./bytes.js";
import { Failed } from "./report.js";

const HEAD = 30;
const FIRST = 0x04034b50;
/** Version 2.0, no flags, stored, 1980-01-01 at midnight. */
const PLAIN = Uint8Array.of(0x14, 0, 0, 0, 0, 0, 0, 0, 0x21, 0);
const TO_ALL = Uint8Array.of(0, 0, 0xa4, 1);

const little = (size) => (number) => Uint8Array.from({ length: size }, (_, i) => (number >>> (8 * i)) & 255);
const u16 = little(2);
const u32 = little(4);

/** Name -> bytes; Failed unless encoding them again gives exactly these bytes. */
export function readZip(bytes) {
  const files = new Map();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + HEAD <= bytes.length && view.getUint32(at, true) === FIRST) {
    const content = at + HEAD + view.getUint16(at + 26, true);
    const end = content + view.getUint32(at + 18, true);
    files.set(new TextDecoder().decode(bytes.subarray(at + HEAD, content)), bytes.subarray(content, end));
    at = end;
  }
  if (!equal(written(files), bytes)) throw new Failed("the zip does not have its one valid encoding");
  return files;
}

function written(files) {
  const locals = [];
  const index = [];
  let at = 0;
  for (const name of [...files.keys()].sort()) {
    const data = files.get(name);
    const letters = utf8(name);
    const about = joined(PLAIN, u32(crc32(data)), u32(data.length), u32(data.length), u16(letters.length));
    locals.push(joined(Uint8Array.of(0x50, 0x4b, 3, 4), about, u16(0), letters, data));
    index.push(joined(Uint8Array.of(0x50, 0x4b, 1, 2, 0x14, 3), about, new Uint8Array(8), TO_ALL, u32(at), letters));
    at += locals.at(-1).length;
  }
  const central = joined(...index);
  const end = joined(Uint8Array.of(0x50, 0x4b, 5, 6, 0, 0, 0, 0), u16(files.size), u16(files.size), u32(central.length), u32(at), u16(0));
  return joined(...locals, central, end);
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let i = 0; i < 8; i += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
