// Reads games, a few at a time: those for which this browser has tokens, and those of the account that is signed in.
import { get } from "../api.js";
import { SESSION, ownRole, tokenFor } from "../memory.js";

const AT_ONCE = 4;

/** Puts {id, role, doc} or {id, role, problem} of each into `games`, a Map, in this order; calls `heard()` after each. */
export async function readGames(ids, games, heard) {
  for (const id of ids) if (!games.has(id)) games.set(id, { id, role: ownRole(id) });
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      const found = await readGame(games.get(id));
      if (found && games.has(id)) games.set(id, found);
      heard();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** null if the service could not be reached: known data stays. */
async function readGame(known) {
  const { id, account } = known;
  const role = account ? known.role : ownRole(id);
  try {
    return { id, role, account, doc: await get(`/v1/games/${id}`, { token: account ? SESSION : tokenFor(id, role) }) };
  } catch (problem) {
    return ["not-found", "unauthenticated"].includes(problem.kind) ? { id, role, account, problem } : null;
  }
}
