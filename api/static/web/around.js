// What a browser declares when it takes a seat or becomes a referee: nobody may be both.
import { get } from "./api.js";
import { heldTokens } from "./memory.js";

/** The tokens of a place (`kind`: "games", "tournaments" or "meetings"), of its tournament and of its meeting, whose referees are its own. */
export async function tokensAround(kind, id) {
  const own = heldTokens(id);
  const around = await get(`/v1/${kind}/${id}`, { token: own[0] }).catch(() => ({})); // a private one is not shown to everybody
  return [...new Set([id, around.tournament, around.meeting].filter(Boolean).flatMap(heldTokens))];
}
