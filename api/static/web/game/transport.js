// Moves still pending when the page of their game is left: they are sent from any other page of the site.
import { passing, persist, waitsToBeSent } from "../connection.js";
import { ownRole, tokenFor } from "../memory.js";
import { pageLink } from "../ui.js";
import { createActing } from "./acting.js";
import { gameAddress, roleIn } from "./links.js";
import { allUnsent, discard } from "./outbox.js";
import { gameSource } from "./source.js";

/** Viewers of games for whom a move is being sent: place -> {over, done}. */
const carried = new Map();

const placeOf = (id, role) => `${id}/${role}`;

/** The game's own page sends this viewer's moves itself. */
function isOpen(id, role) {
  const here = new RegExp(`^/games/${id}(/v/\\d+)?$`).test(location.pathname);
  return here && (roleIn(new URLSearchParams(location.search)) ?? ownRole(id)) === role;
}

/**
 * Send this browser's stored moves, with their idempotency keys. A game's page sends what it finds when it opens;
 * moves that another tab may leave later are sent from there too.
 */
export function carryOn(shell, later) {
  for (const { id, role } of allUnsent()) {
    const place = placeOf(id, role);
    if ((isOpen(id, role) && !later) || !tokenFor(id, role)) continue;
    const one = carried.get(place) ?? { over: false, done: null };
    one.over = false; // the game's page may have been opened and left again
    if (carried.has(place)) continue;
    carried.set(place, one);
    const ended = () => one.over || !tokenFor(id, role); // nothing more is sent to a game that was deleted here
    one.done = carry(shell, id, role, ended).finally(() => carried.delete(place));
  }
}

/** The game's page is open for this viewer and sends its moves itself: resolves when nobody else is sending. */
export async function released(id, role) {
  const one = carried.get(placeOf(id, role));
  if (!one) return;
  one.over = true;
  await one.done;
}

async function carry(shell, id, role, ended) {
  const source = gameSource(id, role, shell.lang);
  const pending = { now: null, letter: null, waits: () => {} };
  const refresh = () => persist(async () => (pending.now = await source.refresh()), ended);
  const ready = (letter) => {
    Object.assign(pending, { letter, waits: waitsToBeSent() });
    return refresh();
  };
  try {
    const sent = await createActing(id, { source, now: () => pending.now, refresh, ended, patience: Infinity }, () => {}).resume(null, ready);
    if (sent) shell.announce(shell.t("Your move was sent."));
  } catch (problem) {
    if (ended() && passing(problem)) return;
    if (!passing(problem)) discard({ id, role }, pending.letter); // a viewer who may not even read the game would be refused every time
    shell.refuse(problem, undefined, pageLink(gameAddress(id, role), shell.t("To the game")));
  } finally {
    pending.waits();
  }
}
