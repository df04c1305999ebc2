// A token that was handed over: ask the service whose it is, and keep it for this game.
import { get } from "../api.js";
import { keepToken } from "../memory.js";

/** Gives the role with which to look at the game from now on. */
export async function admit(id, token) {
  const { viewer: role } = await get(`/v1/games/${id}`, { token });
  keepToken(id, role, token);
  return role.startsWith("seat:") || ["auditor", "analyst", "watcher"].includes(role) ? role : "spectator";
}
