// Taking a seat: with a commitment to the player's own seed, and with an own key
// if the browser can create one. Both are stored first, so that a retry sends the same.
import { me } from "./account/me.js";
import { post } from "./api.js";
import { tokensAround } from "./around.js";
import { b64u } from "./audit/bytes.js";
import { accountHash, contextOf, seatMessage, seedCommitment } from "./audit/claims.js";
import { hasAccounts } from "./audit/entries.js";
import { SESSION, forgetInvitation, keepToken, tokensOf } from "./memory.js";
import { signerFor } from "./trust/keys.js";
import { Breach, firstEntry, logOf } from "./trust/log.js";
import { breachOf, claimsOf, headOf, keepClaim, keepHead } from "./trust/store.js";
import { recordBreach } from "./trust/watch.js";

const SEED_BYTES = 32;
const SALT_BYTES = 16;

/** A single-use code for a seat, or for any: {invitation, code, url}. Only the organiser's browser may request it. */
export function invite(id, seat = null) {
  return post(`/v1/games/${id}/invitations`, { body: seat ? { seat } : {}, token: tokensOf(id).organiser });
}

/**
 * Take a seat: for the account that is signed in, whose session opens it from then on, or for a guest, and then only this browser
 * receives its token. A private table needs an invitation code; its organiser creates one and uses it at once. A `substitute` takes over a seat whose seed is already committed;
 * whose account is `invited` by name needs no code.
 */
export async function sitDown(id, { name = undefined, seat, visibility = "public", code = undefined, substitute = false, invited = false }) {
  const invitation = code ?? (visibility === "private" && !invited ? (await invite(id, seat)).code : undefined);
  const account = sitter(id);
  const given = substitute ? await keyDeclared(id, seat, invitation, account) : await declared(id, seat, invitation, account);
  const who = account ? {} : { name };
  const body = { ...who, seat, invitation, tokens: await tokensAround("games", id, invitation), ...given };
  const taken = await post(`/v1/games/${id}/seats`, { token: account ? SESSION : undefined, body });
  const stored = claimsOf(id)[seat];
  if (stored) keepClaim(id, seat, { ...stored, taken: true });
  keepToken(id, `seat:${taken.seat}`, taken.token ?? SESSION);
  forgetInvitation(id);
}

/** The account that sits down; null for a guest, who may also be somebody else at a device whose account has a seat already. */
export function sitter(id) {
  const sits = Object.entries(tokensOf(id)).some(([role, token]) => role.startsWith("seat:") && token === SESSION);
  return sits ? null : me();
}

/** {seed_commitment, key?, sig?}: this browser's commitments for its seat; none without https, which they require. */
async function declared(id, seat, code, account) {
  if (!globalThis.crypto?.subtle) return {};
  const { ctx, witnessed, accounts } = await firstRead(id, code, account);
  const signer = await signerFor(id, seat);
  if (witnessed && !signer) return {}; // this browser could not check the witnesses, for whom its seed would wait for ever
  const { seed } = claim(id, seat, b64u(ctx), signer?.key);
  const commitment = await seedCommitment(ctx, seat, seed);
  const person = await hashed(id, seat, account);
  return signed({ seed_commitment: commitment }, person, { ctx, seat, signer, accounts });
}

/** {key?, sig?}: a substitute's. They cannot check that the earlier seed is in the log. */
async function keyDeclared(id, seat, code, account) {
  if (!globalThis.crypto?.subtle) return {};
  const { ctx, accounts } = await firstRead(id, code, account);
  const signer = await signerFor(id, seat);
  keepClaim(id, seat, { ctx: b64u(ctx), key: signer?.key });
  return signed({}, await hashed(id, seat, account), { ctx, seat, signer, accounts });
}

/**
 * What a seat declares, as it is sent: the account's random bytes, not their hash, and the signature of its key.
 * @param {any} given
 * @param {{salt?: string, hash?: string}} account
 */
async function signed(given, { salt, hash }, { ctx, seat, signer, accounts }) {
  const sent = salt ? { ...given, account_salt: salt } : given;
  if (!signer) return sent;
  const key = { key: signer.key };
  return { ...sent, ...key, sig: await signer.sign(seatMessage(ctx, seat, { ...given, ...key, account_hash: hash }, accounts)) };
}

/**
 * The random bytes that hide whose account it is, and what stands in the log; stored, so that a retry sends the same. Nothing for a guest.
 * @returns {Promise<{salt?: string, hash?: string}>}
 */
async function hashed(id, seat, account) {
  if (!account) return {};
  const stored = claimsOf(id)[seat];
  const salt = stored.salt ?? b64u(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const hash = await accountHash(salt, account.id);
  keepClaim(id, seat, { ...stored, salt, hash });
  return { salt, hash };
}

/**
 * {ctx, witnessed, accounts}: the context to which the seat's seed and key will be bound, the witnesses promised, and whether seats of
 * this game have accounts; read before anything is sent.
 */
async function firstRead(id, code, account) {
  const breach = breachOf(id);
  if (breach) throw new Breach(breach.why, breach.kept, breach.shown, breach.values);
  try {
    const { text, note } = await firstEntry(logOf(id, account && !code ? SESSION : undefined), code);
    if (!headOf(id)) keepHead(id, note);
    const created = JSON.parse(text).d;
    return { ctx: await contextOf(text), witnessed: created.witnessed, accounts: hasAccounts(created) };
  } catch (problem) {
    recordBreach(id, problem);
    throw problem;
  }
}

/** The seed of a seat: new for each first entry 0, and the same again for the same one. */
function claim(id, seat, ctx, key) {
  const stored = claimsOf(id)[seat];
  if (stored?.ctx === ctx && stored.key === key) return stored;
  const seed = stored?.ctx === ctx ? stored.seed : b64u(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  keepClaim(id, seat, { ctx, seed, key });
  return claimsOf(id)[seat];
}
