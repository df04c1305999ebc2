// The games of the account that is signed in, wherever it sat down; a guest has none.
import { me } from "../account/me.js";
import { ask } from "../account/requests.js";
import { ended } from "../account/session.js";

const MOST = 100;
const NONE = { games: [], next: null };

/** {games: [{id, role, doc}], more}: so many of them, what runs out first is first. */
export async function accountGames(shell, limit) {
  const page = me() && (await ask(`/v1/me/games?limit=${Math.min(limit, MOST)}`).catch((problem) => ended(shell, problem)));
  const { games, next } = page || NONE;
  return { games: games.map((doc) => ({ id: doc.id, role: `seat:${doc.seat}`, doc, account: true })), more: next !== null };
}
