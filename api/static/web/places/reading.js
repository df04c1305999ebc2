// Reads the games for which this browser has tokens, a few at a time.
import { get } from "../api.js";
import { ownRole, tokenFor } from "../memory.js";

const AT_ONCE = 4;

/** Puts {id, role, doc} or {id, role, problem} of each into `games`, a Map, in this order; calls `heard()` after each. */
export async function readGames(ids, games, heard) {
  for (const id of ids) if (!games.has(id)) games.set(id, { id, role: ownRole(id) });
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      const found = await readGame(id);
      if (found && games.has(id)) games.set(id, found);
      heard();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** null if the service could not be reached: known data stays. */
async function readGame(id) {
  const role = ownRole(id);
  try {
    return { id, role, doc: await get(`/v1/games/${id}`, { token: tokenFor(id, role) }) };
  } catch (problem) {
    return ["not-found", "unauthenticated"].includes(problem.kind) ? { id, role, problem } : null;
  }
}
