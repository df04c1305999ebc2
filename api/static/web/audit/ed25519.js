// Ed25519 (RFC 8032), strictly: keys of small order and non-canonical encodings are rejected by their value, before the
// browser's own implementation is used. In browsers without it the check is not available.
import { Failed, Missing } from "./report.js";

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const LOW_Y = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
/** The y of the points of small order: a signature by such a key would be valid for every message. */
const WEAK = new Set([0n, 1n, P - 1n, LOW_Y, P - LOW_Y]);
const NAME = { name: "Ed25519" };

function number(bytes) {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Reject a key of small order, or a non-canonical encoding. */
export function checkKey(key) {
  const y = number(key) & (2n ** 255n - 1n);
  if (y >= P || WEAK.has(y)) throw new Failed("the key is one that anybody could sign with");
}

function wellMade(signature) {
  const neutral = signature[0] === 1 && signature.subarray(1, 32).every((byte) => byte === 0);
  return number(signature.subarray(32)) < ORDER && !neutral;
}

/** Whether the signature (64 bytes) is valid for the key (32 bytes). Missing if the browser has no Ed25519. */
export async function isGood(key, message, signature) {
  checkKey(key);
  if (!wellMade(signature)) return false;
  const usable = await crypto.subtle.importKey("raw", key, NAME, false, ["verify"]).catch((error) => {
    if (error.name === "NotSupportedError") throw new Missing("this browser knows no Ed25519 signatures");
    throw new Failed("the key is no point of the curve");
  });
  return crypto.subtle.verify(NAME, usable, signature, message);
}
