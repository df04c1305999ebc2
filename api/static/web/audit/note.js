// Signed heads: C2SP signed notes by the log's own key, and cosignatures by witnesses.
import { checkKey, isGood } from "./ed25519.js";
import { equal, fromB64, hex, joined, sha256, u8, utf8 } from "./bytes.js";
import { Failed } from "./report.js";

const VKEY = /^([!-*,-~]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/;
const NOTE = /^((\S+)\n(0|[1-9][0-9]{0,15})\n(\S+)\n)\n— (\S+) (\S+)\n$/;
const LOG_KEY = 1;
const WITNESS_KEY = 4;

/** {origin, size, root, text, signer, signature} of a note with one signature line of `size` bytes. */
export function readNote(note, size = 68) {
  const match = NOTE.exec(note);
  if (!match) throw new Failed("the checkpoint is not a signed note with one signature");
  const [, text, origin, entries, root, signer, signature] = match;
  return { text, origin, size: Number(entries), root: fromB64(root, 32), signer, signature: fromB64(signature, size) };
}

async function readKey(vkey, kind) {
  const { name, id: given, material } = partsOf(vkey);
  const id = await keyId(name, material);
  if (material[0] !== kind || hex(id) !== given) throw new Failed("the verifier key's id is not that of its name and key");
  return { name, id, raw: material.slice(1) };
}

function partsOf(vkey) {
  const match = VKEY.exec(vkey);
  if (!match) throw new Failed("the verifier key is malformed");
  return { name: match[1], id: match[2], material: fromB64(match[3], 33) };
}

const keyId = async (name, material) => (await sha256(joined(utf8(`${name}\n`), material))).slice(0, 4);

/** The public key (32 bytes) in a verifier key. */
export const publicKeyOf = (vkey) => partsOf(vkey).material.slice(1);

/** The name in a verifier key. */
export const nameOf = (vkey) => partsOf(vkey).name;

/** {name, id, raw}: a witness's key. */
export async function readWitnessKey(vkey) {
  const key = await readKey(vkey, WITNESS_KEY);
  checkKey(key.raw);
  return key;
}

/** Check that the note is signed by this verifier key; Missing if the browser cannot check it. */
export async function checkSignature(note, vkey) {
  await checkSignedBy(note, await readKey(vkey, LOG_KEY), "the checkpoint is not signed by the game's key");
}

/** The same for the service's log, which has the public key of the game under its own name. */
export async function checkLogSignature(note, name, vkey) {
  const raw = publicKeyOf(vkey);
  const key = { name, raw, id: await keyId(name, joined(u8(LOG_KEY), raw)) };
  await checkSignedBy(note, key, "the head of the service's log is not signed by the game's key under the name of the log");
}

async function checkSignedBy({ text, origin, signer, signature }, key, otherwise) {
  if (signer !== key.name || origin !== key.name || !equal(signature.slice(0, 4), key.id)) throw new Failed(otherwise);
  if (!(await isGood(key.raw, utf8(text), signature.slice(4)))) throw new Failed("the checkpoint's signature is not good");
}

/** A witness's note with its signature checked: {origin, size, root, name, key, time}, time in seconds since 1970. */
export async function readCosigned({ vkey, note }) {
  const key = await readKey(vkey, WITNESS_KEY);
  const head = readNote(note, 76);
  const { signature, signer, text } = head;
  const time = new DataView(signature.buffer, signature.byteOffset + 4, 8).getBigUint64(0);
  const message = utf8(`cosignature/v1\ntime ${time}\n${text}`);
  const named = signer === key.name && equal(signature.slice(0, 4), key.id);
  if (!named || !(await isGood(key.raw, message, signature.slice(12)))) throw new Failed("a witness's signature is not good");
  return { ...head, name: key.name, key: hex(key.raw), time: Number(time) };
}
