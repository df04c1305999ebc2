// Bytes and texts of the ledger's format: canonical JSON, strict base64, hashes by WebCrypto.
import { breathe } from "../eventloop.js";
import { Failed } from "./report.js";

const encoder = new TextEncoder();
export const EMPTY = new Uint8Array();
const MAX_BYTES = 65535;
const MAX_DEPTH = 16;
const MAX_FILE_DEPTH = 64;
const MAX_KEY = 64;
const LONE = /\p{Surrogate}/u;

export const utf8 = (text) => encoder.encode(text);

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const u8 = (number) => Uint8Array.of(number);

export function u64(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

export function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function equal(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function b64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function b64u(bytes) {
  return b64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of padded standard base64; any other encoding of the same bytes is rejected. */
export function fromB64(text, size) {
  return exact(text, text, b64, size);
}

/** The bytes of base64url without padding, equally strict. */
export function fromB64u(text, size) {
  const standard = String(text).replaceAll("-", "+").replaceAll("_", "/");
  return exact(text, standard + "=".repeat((4 - (standard.length % 4)) % 4), b64u, size);
}

function exact(text, standard, encode, size) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(standard), (char) => char.charCodeAt(0));
  } catch {
    throw new Failed("{text} is not base64", { text: String(text).slice(0, 40) });
  }
  if (encode(bytes) !== text || (size !== undefined && bytes.length !== size)) {
    throw new Failed("a base64 text does not have the form or length that it must have");
  }
  return bytes;
}

export async function sha256(bytes) {
  await breathe();
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** HMAC-SHA256 with one key, for many messages. */
export async function hmacWith(secret) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => {
    await breathe();
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
  };
}

/** Canonical JSON (RFC 8785 within the ledger's limits: ASCII keys, whole numbers). */
export function canonical(tree) {
  if (Array.isArray(tree)) return `[${tree.map(canonical).join(",")}]`;
  if (tree === null || typeof tree !== "object") return JSON.stringify(tree);
  const members = Object.keys(tree).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(tree[name])}`).join(",")}}`;
}

export const same = (a, b) => canonical(a) === canonical(b);

/** The tree of canonical JSON; `what` names it in the error for any other text. */
function readCanonical(text, what) {
  let tree;
  try {
    tree = JSON.parse(text);
  } catch {
    throw new Failed(what);
  }
  if (canonical(tree) !== text) throw new Failed(what);
  return tree;
}

/** The text of UTF-8 bytes, including a byte order mark. */
export function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failed("a text is not well formed");
  }
}

/** The tree of a file: canonical JSON within the limits of an entry, except its size and depth. */
export function readWhole(text) {
  const tree = readCanonical(text, "the file is not canonical JSON");
  limited(tree, MAX_FILE_DEPTH);
  return tree;
}

/** The tree of the bytes of an entry or a disclosure; they must be canonical and within the format's limits. */
export function readEntry(text, what = "the entry is not canonical JSON") {
  const tree = readCanonical(text, what);
  if (utf8(text).length > MAX_BYTES) throw new Failed("the entry is too long");
  limited(tree);
  return tree;
}

/** Reject numbers, names and depth beyond the profile. */
function limited(node, deepest = MAX_DEPTH) {
  if (typeof node === "string" && LONE.test(node)) throw new Failed("a text is not well formed");
  if (typeof node === "number" && !Number.isSafeInteger(node)) throw new Failed("a number is not an integer of 53 bits");
  if (node === null || typeof node !== "object") return;
  if (deepest < 1) throw new Failed("the entry is nested too deep");
  for (const [name, inner] of Object.entries(node)) {
    if (!Array.isArray(node) && /[^\p{ASCII}]/u.test(name)) throw new Failed("a member's name is not ASCII");
    if (name.length > MAX_KEY) throw new Failed("a member's name is too long");
    limited(inner, deepest - 1);
  }
}
