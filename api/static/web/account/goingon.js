// "Go on here": a seat of the account that is signed in gets a new key in this browser, or none where the browser makes none.
import { accountHash, contextOf, hereMessage, seatMessage } from "../audit/claims.js";
import { SESSION } from "../memory.js";
import { hasKey, nextSigner, signerOf } from "../trust/keys.js";
import { firstEntry, logOf } from "../trust/log.js";
import { me } from "./me.js";
import { withPasskey } from "./passkeys.js";
import { ask, make } from "./requests.js";
import { saying } from "./window.js";

const TRIES = 4;
const REFUSED = {
  "gone-elsewhere": "This seat cannot go on in another browser now: a seat may do so ten times, while its game goes on.",
};

/** The page asks for the passkey itself. What is signed names the next entry of the log, so it is signed again if the game has moved on. */
export async function goOnHere(id, seat) {
  const { text } = await firstEntry(logOf(id, SESSION));
  const ctx = await contextOf(text);
  const signer = await nextSigner(id, seat);
  await saying(() => sent(id, seat, { ctx, signer }), REFUSED);
  if (signer) await hasKey(id, seat, signer.key);
}

async function sent(id, seat, how, left = TRIES) {
  const again = (problem) => (problem.kind === "stale" && left > 1 ? sent(id, seat, how, left - 1) : Promise.reject(problem));
  return withPasskey(async () => make(`/v1/games/${id}/seats/${seat}/devices`, await signed(id, seat, how))).catch(again);
}

/** {n, key?, sig?, old?}: by the new key, and by the one so far where this browser has it. */
async function signed(id, seat, { ctx, signer }) {
  const { version: n, seats } = await ask(`/v1/games/${id}`);
  const { key, account_salt: salt } = seats.find((one) => one.seat === seat);
  const current = await signerOf(id, seat);
  const old = current && current.key === key ? await current.sign(hereMessage(id, seat, n, signer?.key)) : undefined;
  if (!signer) return { n, old };
  const hash = await accountHash(salt, me().id);
  return { n, key: signer.key, sig: await signer.sign(seatMessage(ctx, seat, { key: signer.key, account_hash: hash }, true)), old };
}
