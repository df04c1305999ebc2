// A token that the user pasted: ask the service whose it is, and store it for this game.
import { get } from "../api.js";
import { keepToken } from "../memory.js";

/** Returns the role with which to view the game from now on. */
export async function admit(id, token) {
  const { viewer: role } = await get(`/v1/games/${id}`, { token });
  keepToken(id, role, token);
  return role.startsWith("seat:") || ["auditor", "analyst", "watcher"].includes(role) ? role : "spectator";
}
