// Keys of seats, remembered with the rest: in place of the page's module of this name.
import { b64u } from "../audit/bytes.js";
import { remember, remembered } from "../memory.ts";

const NAME = "Ed25519";

export interface Signer {
  /** The public key, base64url. */
  key: string;
  sign(message: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** The signer of a seat, or null if it has no key here. */
export async function signerOf(game: string, seat: number): Promise<Signer | null> {
  const jwk = remembered<Record<string, JsonWebKey>>("keys", {})[`${game}/${seat}`];
  if (!jwk) return null;
  const key = await crypto.subtle.importKey("jwk", jwk, NAME, false, ["sign"]);
  return { key: jwk.x ?? "", sign: async (message) => b64u(new Uint8Array(await crypto.subtle.sign(NAME, key, message))) };
}

/** The signer of a seat, with a new key if it has none yet. Throws where Ed25519 is lacking. */
export async function signerFor(game: string, seat: number): Promise<Signer> {
  const known = await signerOf(game, seat);
  if (known) return known;
  const { privateKey } = await newKeys();
  remember("keys", { ...remembered("keys", {}), [`${game}/${seat}`]: await crypto.subtle.exportKey("jwk", privateKey) });
  return (await signerOf(game, seat)) as Signer;
}

async function newKeys(): Promise<CryptoKeyPair> {
  if (!globalThis.crypto?.subtle) throw new Error("Signed seats need WebCrypto: open this page over https.");
  try {
    return (await crypto.subtle.generateKey(NAME, true, ["sign", "verify"])) as CryptoKeyPair;
  } catch (cause) {
    throw new Error("This browser has no Ed25519, so it cannot sign: use a newer one, or sit down without `signed`.", { cause });
  }
}
