// Actions of a seat with a key: each signature is valid at one place of the log only.
import { b64u, canonical, sha256, utf8 } from "../audit/bytes.js";
import { actionMessage } from "../audit/claims.js";

const SALT_BYTES = 16;

/** {signed: {n, disclosure, s}} for an action as the next entry after `head` {size, root}. */
export async function signedAction(signer, game, seat, head, action) {
  const salt = b64u(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const disclosure = b64u(utf8(canonical([salt, action])));
  const h = await sha256(utf8(disclosure));
  const s = await signer.sign(actionMessage(game, seat, head.size, head.root, h));
  return { signed: { n: head.size, disclosure, s } };
}
