// Setting a table up and sitting down at it: used by the new-game page, the lobby's quick start and the game page.
import { post } from "./api.js";
import { remembered, keepToken, tokensOf } from "./memory.js";

export function playerName(t) {
  return remembered("name", "") || t("Player");
}

/**
 * Make a game and fill its seats. `seats` is one of "me", "open", "random", "greedy" for each seat. Gives the id.
 */
export async function startGame(t, wish) {
  const { seats, ...body } = wish;
  const made = await post("/v1/games", { body: { ...body, seats: seats.length } });
  keepToken(made.id, "organiser", made.organiser_token);
  for (const [i, who] of seats.entries()) {
    if (who === "me") await sitDown(made.id, { name: playerName(t), seat: i + 1 });
    else if (who !== "open") await seatBot(made.id, t, i + 1, who);
  }
  return made.id;
}

export async function sitDown(id, { name, seat }) {
  const taken = await post(`/v1/games/${id}/seats`, {
    body: { name, seat, client_seed: freshSeed() },
    token: tokensOf(id).organiser,
  });
  keepToken(id, `seat:${taken.seat}`, taken.token);
  return taken.seat;
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
