// Sitting down at a table, which everybody does by himself, and the seed that everybody who sits down adds.
import { get, getText, post } from "./api.js";
import { contextOf, seedCommitment } from "./audit/seeds.js";
import { forgetInvitation, keepToken, remember, remembered, tokensOf } from "./memory.js";

/** A code of one use for a seat, or for any: {invitation, code, url}. The organiser's browser alone may ask for it. */
export function invite(id, seat = null) {
  return post(`/v1/games/${id}/invitations`, { body: seat ? { seat } : {}, token: tokensOf(id).organiser });
}

/**
 * Take a seat; the service gives its token to nobody else. A private table is entered with the code of an invitation;
 * who has set it makes one for himself and uses it at once.
 */
export async function sitDown(id, { name, seat, visibility = "public", code = undefined }) {
  const invitation = code ?? (visibility === "private" ? (await invite(id, seat)).code : undefined);
  const given = seat && crypto.subtle ? { seed_commitment: await committed(id, seat, invitation) } : {};
  const taken = await post(`/v1/games/${id}/seats`, { body: { name, seat, invitation, ...given } });
  keepToken(id, `seat:${taken.seat}`, taken.token);
  forgetInvitation(id);
}

/** The seed is kept before it is committed to; the game's first entry, which an invitation opens too, binds it to the game. */
async function committed(id, seat, invitation) {
  const seed = freshSeed();
  keepSeed(id, seat, seed);
  const first = invitation
    ? (await get(`/v1/invitations/${invitation}`)).entry
    : (await getText(`/v1/games/${id}/ledger/entries?to=1`)).trimEnd();
  return seedCommitment(await contextOf(first), seat, seed);
}

function keepSeed(id, seat, seed) {
  const all = remembered("seeds", {});
  remember("seeds", { ...all, [id]: { ...all[id], [seat]: seed } });
}

/** Once every seat is taken, open the seeds that this browser has committed to; each is sent until it is answered. */
export async function revealSeeds({ id, to_reveal: due }) {
  for (const [seat, seed] of Object.entries(remembered("seeds", {})[id] ?? {})) {
    const token = tokensOf(id)[`seat:${seat}`];
    if (!token || !due.includes(Number(seat))) continue; // without one the game is ahead of the answer that brings the token
    forgetSeed(id, seat);
    await post(`/v1/games/${id}/seeds`, { body: { seed }, token }).catch((problem) => {
      if (!problem.kind) keepSeed(id, seat, seed);
      throw problem;
    });
  }
}

function forgetSeed(id, seat) {
  const all = remembered("seeds", {});
  delete all[id][seat];
  remember("seeds", all);
}

/** 32 random bytes of the player's own in base64url: mixed into every draw, so the service alone forces none. */
function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
