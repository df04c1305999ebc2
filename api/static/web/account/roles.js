// What the account that is signed in is in a game, on whatever device it sat down.
import { get } from "../api.js";
import { SESSION, keepToken, ownRole, seeAsGuest } from "../memory.js";
import { me } from "./me.js";

/** An account that is invited by name sees what spectators see, of a private table, too. */
const LOOKS_ON = ["spectator", "invited"];

/** From now on this browser knows the account's role there, if it has one and the browser has no seat of its own. */
export async function adoptRole(game) {
  if (!me() || ownRole(game) !== "spectator") return;
  const { viewer, visibility } = await get(`/v1/games/${game}`, { token: SESSION }).catch(() => ({ viewer: "spectator" })); // it is read again without
  if (!LOOKS_ON.includes(viewer)) keepToken(game, viewer, SESSION);
  else if (visibility === "private") seeAsGuest(game);
}
