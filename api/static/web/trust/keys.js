// The key of a seat: created here for one game; its private half cannot be exported. And its signatures.
import { b64u } from "../audit/bytes.js";
import { keepKeys, keptKeys, putKeys } from "./store.js";

const NAME = { name: "Ed25519" };
/** Where the keys wait that a seat is to have. */
const nextOf = (seat) => `${seat}.next`;

/** The signer of a seat, {key, sign(message)}, created on first use; null if the browser has no Ed25519. */
export async function signerFor(game, seat) {
  const existing = await signerOf(game, seat);
  if (existing || !globalThis.crypto?.subtle) return existing;
  try {
    await keepKeys(game, seat, await newKeys()).catch(() => {});
    return await signerOf(game, seat);
  } catch {
    return null; // no Ed25519, or no key storage
  }
}

const newKeys = async () => /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(NAME, false, ["sign", "verify"]));

/** The signer of a new key for a seat, stored until the log has it (`hasKey`); null if the browser cannot make or store one. */
export async function nextSigner(game, seat) {
  try {
    await putKeys(game, nextOf(seat), await newKeys());
    return await signerOf(game, nextOf(seat));
  } catch {
    return null;
  }
}

/** Whether this browser has the key that the log has for the seat; a new one becomes the seat's here, also if the answer was lost. */
export async function hasKey(game, seat, key) {
  if ((await signerOf(game, seat))?.key === key) return true;
  if ((await signerOf(game, nextOf(seat)))?.key !== key) return false;
  await putKeys(game, seat, await keptKeys(game, nextOf(seat)));
  return true;
}

/** The signer that this browser already has for a seat, or null. */
export async function signerOf(game, seat) {
  const keys = await keptKeys(game, seat).catch(() => null);
  return keys ? signer(keys) : null;
}

async function signer({ privateKey, publicKey }) {
  const key = b64u(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
  const sign = async (message) => b64u(new Uint8Array(await crypto.subtle.sign(NAME, privateKey, message)));
  return { key, sign };
}

/** Why a seat is played unsigned, in a sentence. */
export function whyUnsigned() {
  if (!globalThis.crypto?.subtle) return "This page was not loaded over https, so you play unsigned and without a seed of your own: what the log says about you is the operator's word.";
  return "This browser has no key for your seat, so you play unsigned: what the log says about you is the operator's word.";
}
