// What goes when somebody wants his browser to forget that he played a game.
import { endLessons } from "../learn/progress.js";
import { discardAll } from "../game/outbox.js";
import { forgetGame, forgetInvitation } from "../memory.js";
import { dropClaims, dropKeys } from "../trust/store.js";

/** Tokens, keys, seeds, lessons, moves not sent yet. What the service has signed stays: it is evidence, and of everybody's. */
export async function forgetAll(game) {
  for (const forget of [forgetGame, forgetInvitation, dropClaims, endLessons, discardAll]) forget(game);
  await dropKeys(game).catch(() => {}); // a browser that keeps no keys has none
}
