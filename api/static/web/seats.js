// Sitting down at a table, which everybody does by himself: with a commitment to a seed of his own, and a key of his own
// where the browser can make one. What is given is kept first, so that a second try gives the same.
import { post } from "./api.js";
import { b64u } from "./audit/bytes.js";
import { contextOf, seatMessage, seedCommitment } from "./audit/claims.js";
import { forgetInvitation, heldTokens, keepToken, tokensOf } from "./memory.js";
import { signerFor } from "./trust/keys.js";
import { Breach, firstEntry, logOf } from "./trust/log.js";
import { breachOf, claimsOf, headOf, keepClaim, keepHead } from "./trust/store.js";
import { recordBreach } from "./trust/watch.js";

const SEED_BYTES = 32;

/** A code of one use for a seat, or for any: {invitation, code, url}. The organiser's browser alone may ask for it. */
export function invite(id, seat = null) {
  return post(`/v1/games/${id}/invitations`, { body: seat ? { seat } : {}, token: tokensOf(id).organiser });
}

/**
 * Take a seat; the service gives its token to nobody else. A private table is entered with the code of an invitation;
 * who has set it makes one for himself and uses it at once. A `substitute` plays on where the seed is given already.
 */
export async function sitDown(id, { name, seat, visibility = "public", code = undefined, substitute = false }) {
  const invitation = code ?? (visibility === "private" ? (await invite(id, seat)).code : undefined);
  const given = substitute ? await keyDeclared(id, seat, invitation) : await declared(id, seat, invitation);
  const taken = await post(`/v1/games/${id}/seats`, { body: { name, seat, invitation, tokens: heldTokens(id), ...given } });
  const kept = claimsOf(id)[seat];
  if (kept) keepClaim(id, seat, { ...kept, taken: true });
  keepToken(id, `seat:${taken.seat}`, taken.token);
  forgetInvitation(id);
}

/** {seed_commitment, key?, sig?}: what this browser says of its seat. Without https it cannot count, and says nothing. */
async function declared(id, seat, code) {
  if (!globalThis.crypto?.subtle) return {};
  const ctx = await contextRead(id, code);
  const signer = await signerFor(id, seat);
  const { seed } = claim(id, seat, b64u(ctx), signer?.key);
  const commitment = await seedCommitment(ctx, seat, seed);
  if (!signer) return { seed_commitment: commitment };
  return { seed_commitment: commitment, key: signer.key, sig: await signer.sign(seatMessage(ctx, seat, signer.key, commitment)) };
}

/** {key?, sig?}: what a substitute says. Whether the seed of before is in the log is not his to watch. */
async function keyDeclared(id, seat, code) {
  if (!globalThis.crypto?.subtle) return {};
  const ctx = await contextRead(id, code);
  const signer = await signerFor(id, seat);
  keepClaim(id, seat, { ctx: b64u(ctx), key: signer?.key });
  return signer ? { key: signer.key, sig: await signer.sign(seatMessage(ctx, seat, signer.key, undefined)) } : {};
}

/** What the own seed and key will be bound to, read before anything is said. */
async function contextRead(id, code) {
  const breach = breachOf(id);
  if (breach) throw new Breach(breach.why, breach.kept, breach.shown);
  try {
    const { text, note } = await firstEntry(logOf(id, undefined), code);
    if (!headOf(id)) keepHead(id, note);
    return await contextOf(text);
  } catch (problem) {
    recordBreach(id, problem);
    throw problem;
  }
}

/** The seed of a seat: a new one for every first entry, and the same again for the same one. */
function claim(id, seat, ctx, key) {
  const kept = claimsOf(id)[seat];
  if (kept?.ctx === ctx && kept.key === key) return kept;
  const seed = kept?.ctx === ctx ? kept.seed : b64u(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  keepClaim(id, seat, { ctx, seed, key });
  return claimsOf(id)[seat];
}
