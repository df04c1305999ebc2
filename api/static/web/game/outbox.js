// A pending move: stored with its idempotency key until the service has accepted or refused it, even if the page is reloaded
// meanwhile. With one key it is done at most once, and a retry states the version for which it was meant.
import { passing, persist, waitsToBeSent } from "../connection.js";
import { addressOf, remember, remembered } from "../memory.js";
import { randomHex } from "../ui.js";

const ANSWERED = 500; // the service would probably fail again
const BOXES = "unsent";

const placeOf = ({ id, role }) => `${id}/${role}`;

/** The move {action, body, path, key, version} that this browser still has to send for a viewer of a game, if any. */
export const unsentOf = (viewer) => remembered(BOXES, {})[placeOf(viewer)];

/** Whether a storage event says that another tab has stored or deleted a pending move. */
export const isPosted = ({ key }) => key === addressOf(BOXES);

/** The viewers with moves still to be sent from this browser: [{id, role}]. */
export const allUnsent = () => Object.keys(remembered(BOXES, {})).map((place) => ({ id: place.slice(0, place.indexOf("/")), role: place.slice(place.indexOf("/") + 1) }));

function keep(viewer, letter) {
  remember(BOXES, { ...remembered(BOXES, {}), [placeOf(viewer)]: letter });
}

/** Delete it once it is answered. Another page of this browser may have stored another move by now. */
export function discard(viewer, { key }) {
  const { [placeOf(viewer)]: kept, ...others } = remembered(BOXES, {});
  if (kept?.key === key) remember(BOXES, others);
}

/** Delete the pending moves of all viewers of a game. */
export function discardAll(game) {
  const others = Object.entries(remembered(BOXES, {})).filter(([place]) => !place.startsWith(`${game}/`));
  remember(BOXES, Object.fromEntries(others));
}

/** A letter for an action by a viewer who knows the game up to `version`. */
export const letterOf = (action, body, path, version) => ({ action, body, path, version, key: randomHex(16) });

/**
 * Send a letter until it is answered: returns the response, or throws the refusal. It stays stored if nobody waits any more.
 * `again`: it may have been sent before, so it is valid at its version only.
 */
export async function deliver(source, letter, ended, again = false) {
  const viewer = { id: source.id, role: source.role };
  keep(viewer, letter);
  let waits = again ? waitsToBeSent() : null;
  const post = (match) => source.deliver(letter, match, () => !ended()).catch((problem) => {
    if (worth(problem)) waits ??= waitsToBeSent();
    throw problem;
  });
  try {
    const answer = await persist(() => post(waits ? letter.version : undefined), ended, worth);
    discard(viewer, letter);
    return answer;
  } catch (problem) {
    if (!worth(problem)) discard(viewer, letter);
    throw problem;
  } finally {
    waits?.();
  }
}

const worth = (problem) => passing(problem) && problem.status !== ANSWERED;
