// A move that is on its way: kept with its key until the service has said yes or no to it, also when the page is loaded anew
// meanwhile. Under one key it is done once, and who sends it again says at which version it was meant.
import { passing, persist, waitsToBeSent } from "../connection.js";
import { addressOf, remember, remembered } from "../memory.js";
import { randomHex } from "../ui.js";

const ANSWERED = 500; // a service that fails over it would fail again
const BOXES = "unsent";

const placeOf = ({ id, role }) => `${id}/${role}`;

/** The move {action, body, path, key, version} that this browser still has to send for a viewer of a game, if there is one. */
export const unsentOf = (viewer) => remembered(BOXES, {})[placeOf(viewer)];

/** Something is to be sent, or no longer, by another tab of this browser: what to listen for. */
export const isPosted = ({ key }) => key === addressOf(BOXES);

/** Whose moves this browser still has to send: [{id, role}]. */
export const allUnsent = () => Object.keys(remembered(BOXES, {})).map((place) => ({ id: place.slice(0, place.indexOf("/")), role: place.slice(place.indexOf("/") + 1) }));

function keep(viewer, letter) {
  remember(BOXES, { ...remembered(BOXES, {}), [placeOf(viewer)]: letter });
}

/** Once it is answered. Another page of this browser may keep another move by now. */
export function discard(viewer, { key }) {
  const { [placeOf(viewer)]: kept, ...others } = remembered(BOXES, {});
  if (kept?.key === key) remember(BOXES, others);
}

/** What was to be sent to a game, of all its viewers. */
export function discardAll(game) {
  const others = Object.entries(remembered(BOXES, {})).filter(([place]) => !place.startsWith(`${game}/`));
  remember(BOXES, Object.fromEntries(others));
}

/** A letter for an action of somebody who knows the game up to `version`. */
export const letterOf = (action, body, path, version) => ({ action, body, path, version, key: randomHex(16) });

/**
 * Send a letter until it is answered: gives the answer, or throws the refusal. It stays kept when nobody waits any more.
 * `again`: it may have been sent before, so it counts at its version only.
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
