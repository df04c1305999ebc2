// What a browser declares when it takes a seat or becomes a referee: nobody may be both.
import { me } from "./account/me.js";
import { get } from "./api.js";
import { SESSION, heldTokens } from "./memory.js";

/**
 * The tokens of a place (`kind`: "games", "tournaments" or "meetings"), of its tournament and of its meeting, whose referees are its own.
 * @param {string} [code] an invitation to the place
 */
export async function tokensAround(kind, id, code) {
  const own = heldTokens(id);
  const around = await (kind === "games" && code && own.length === 0 ? entryOf(code) : get(`/v1/${kind}/${id}`, { token: own[0] ?? (me() ? SESSION : undefined) })).catch(() => ({}));
  return [...new Set([id, around.tournament, around.meeting].filter(Boolean).flatMap(heldTokens))];
}

/** A private game is not shown to somebody who is only invited; its first entry is. */
async function entryOf(code) {
  const { entry } = await get(`/v1/invitations/${code}`);
  const { tournament, meeting } = JSON.parse(entry).d;
  return { tournament: tournament?.id, meeting };
}
