// Everything to delete when somebody removes a game from this browser.
import { endLessons } from "../learn/progress.js";
import { discardAll } from "../game/outbox.js";
import { forgetGame, forgetInvitation } from "../memory.js";
import { dropClaims, dropKeys } from "../trust/store.js";

/** Tokens, keys, seeds, lessons, pending moves. What the service has signed stays, because it is evidence for everybody. */
export async function forgetAll(game) {
  for (const forget of [forgetGame, forgetInvitation, dropClaims, endLessons, discardAll]) forget(game);
  await dropKeys(game).catch(() => {}); // a browser without key storage has none
}
