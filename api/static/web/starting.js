// Setting a table up and sitting down at it: used by the new-game page, the lobby's quick start and the game page.
import { post } from "./api.js";
import { seedCommitment } from "./audit/seeds.js";
import { keepToken, remember, remembered, tokensOf } from "./memory.js";

export function playerName(t) {
  return remembered("name", "") || t("Player");
}

/**
 * Make a game and fill its seats. `seats` is one of "me", "open", "random", "greedy" for each seat. Gives the id.
 */
export async function startGame(t, wish) {
  const { seats, ...body } = wish;
  const { entropy } = body;
  const made = await post("/v1/games", { body: { ...body, seats: seats.length } });
  keepToken(made.id, "organiser", made.organiser_token);
  for (const [i, who] of seats.entries()) {
    if (who === "me") await sitDown(made.id, { name: playerName(t), seat: i + 1, entropy });
    else if (who !== "open") await seatBot(made.id, t, i + 1, who);
  }
  return made.id;
}

/** Take a seat with a seed of this player's own, or, in a game with commit and reveal, with a commitment to it. */
export async function sitDown(id, { name, seat, entropy }) {
  const seed = freshSeed();
  const sealed = entropy === "commit-reveal";
  if (sealed) keepSeed(id, seat, seed);
  const given = sealed ? { seed_commitment: await seedCommitment(id, seat, seed) } : { client_seed: seed };
  const taken = await post(`/v1/games/${id}/seats`, { body: { name, seat, ...given }, token: tokensOf(id).organiser });
  keepToken(id, `seat:${taken.seat}`, taken.token);
  return taken.seat;
}

function keepSeed(id, seat, seed) {
  const all = remembered("seeds", {});
  remember("seeds", { ...all, [id]: { ...all[id], [seat]: seed } });
}

/** Once every seat is taken, open the seeds that this browser has committed to; each is sent until it is answered. */
export async function revealSeeds({ id, entropy, status, seats }) {
  if (entropy !== "commit-reveal" || status !== "waiting" || seats.some(({ name }) => name === null)) return;
  for (const [seat, seed] of Object.entries(remembered("seeds", {})[id] ?? {})) {
    const token = tokensOf(id)[`seat:${seat}`];
    if (!token) continue; // the game is ahead of the answer that brings the token
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

export function seatBot(id, t, seat, kind) {
  const name = `${BOT_NAMES[(seat - 1) % BOT_NAMES.length]} (${t("bot")})`;
  return post(`/v1/games/${id}/seats`, { body: { name, seat, bot: kind }, token: tokensOf(id).organiser });
}

const BOT_NAMES = ["Ada", "Bo", "Cleo", "Dag", "Ewa", "Finn"];

/** 32 random bytes of the player's own in base64url: mixed into every draw, so the service alone forces none. */
function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
