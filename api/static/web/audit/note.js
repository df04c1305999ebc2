// Signed checkpoints: C2SP signed notes with one Ed25519 signature.
import { equal, fromB64, hex, joined, sha256, utf8 } from "./bytes.js";
import { Failed, Missing } from "./report.js";

const VKEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/;
const NOTE = /^((\S+)\n(0|[1-9][0-9]{0,15})\n(\S+)\n)\n— (\S+) (\S+)\n$/;

/** {origin, size, root, text, signer, signature} of a note. */
export function readNote(note) {
  const match = NOTE.exec(note);
  if (!match) throw new Failed("the checkpoint is not a signed note with one signature");
  const [, text, origin, size, root, signer, signature] = match;
  return { text, origin, size: Number(size), root: fromB64(root, 32), signer, signature: fromB64(signature, 68) };
}

async function readKey(vkey) {
  const match = VKEY.exec(vkey);
  if (!match) throw new Failed("the verifier key is malformed");
  const material = fromB64(match[3], 33);
  const id = (await sha256(joined(utf8(`${match[1]}\n`), material))).slice(0, 4);
  if (material[0] !== 1 || hex(id) !== match[2]) throw new Failed("the verifier key's id is not that of its name and key");
  return { name: match[1], id, raw: material.slice(1) };
}

/** That the note is signed by this key; Missing where the browser cannot tell. */
export async function checkSignature(note, vkey) {
  const key = await readKey(vkey);
  const { text, origin, signer, signature } = note;
  if (signer !== key.name || origin !== key.name || !equal(signature.slice(0, 4), key.id)) {
    throw new Failed("the checkpoint is not signed by the game's key");
  }
  const usable = await crypto.subtle.importKey("raw", key.raw, { name: "Ed25519" }, false, ["verify"]).catch((error) => {
    if (error.name === "NotSupportedError") throw new Missing("this browser knows no Ed25519 signatures");
    throw new Failed("the verifier key is malformed");
  });
  const good = await crypto.subtle.verify({ name: "Ed25519" }, usable, signature.slice(4), utf8(text));
  if (!good) throw new Failed("the checkpoint's signature is not good");
}
