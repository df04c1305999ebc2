// Play now: a free seat where somebody waits, otherwise a bot at once.
import { get } from "../api.js";
import { serviceNow } from "../clock/servicetime.js";
import { heldGames } from "../memory.js";
import { sitDown } from "../seats.js";
import { freeName, startGame } from "../starting.js";

/** Somebody who sat down earlier, in milliseconds, may have left. */
const LATELY = 15 * 60_000;
const TRIES = 6;
/** Somebody was faster, or the seat is not for everybody. */
const TAKEN = ["gone-elsewhere", "account-needed", "forbidden", "not-found", "illegal-action", "stale"];

/** Sit down somewhere; the id of the game. */
export async function playNow(t, ruleset) {
  const refused = new Set();
  for (let tries = 0; tries < TRIES; tries++) {
    const place = (await waiting(ruleset)).flatMap(freeSeats).find(({ key }) => !refused.has(key));
    if (!place) break;
    if (await taken(t, place)) return place.game.id;
    refused.add(place.key);
  }
  return startGame(t, { ruleset, seats: ["me", "greedy"], options: {} });
}

/** Public tables without a clock at which another person waits: those that lack the fewest players first, of these the newest. */
async function waiting(ruleset) {
  const since = new Date(serviceNow() - LATELY).toISOString();
  const { games } = await get(`/v1/games?${new URLSearchParams({ ruleset, status: "waiting", clock: "none", since })}`);
  const own = new Set(heldGames());
  const free = ({ seats }) => seats.filter(({ name }) => name === null).length;
  return games.filter(({ id, seats }) => !own.has(id) && seats.some(({ name, bot }) => name && !bot)).sort((a, b) => free(a) - free(b));
}

const freeSeats = (game) => game.seats.filter(({ name }) => name === null).map(({ seat }) => ({ game, seat, key: `${game.id}:${seat}` }));

async function taken(t, { game, seat }) {
  try {
    await sitDown(game.id, { name: freeName(t, game.seats.map(({ name }) => name)), seat });
    return true;
  } catch (problem) {
    if (!TAKEN.includes(problem.kind)) throw problem;
    return false;
  }
}
