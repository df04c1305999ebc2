// Requests of the account that is signed in: its session speaks, never a token; refusals are explained in the page's own words.
import { get, getBytes, send } from "../api.js";
import { SESSION as token } from "../memory.js";
import { saying } from "./window.js";

/** What refusals mean on the account's pages, unless the caller knows better. The service's own details are English only. */
const MEANINGS = {
  "not-verified": "It was not accepted, or took too long. Begin again.",
  unauthenticated: "Nobody is signed in here any more. Sign in again.",
  "assertion-needed": "Your passkey is needed again. Begin again.",
  "too-early": "For 72 hours after a recovery this needs a passkey that is older than the recovery.",
  forbidden: "The operator of the service has suspended this account: it plays the games that have begun, and begins nothing new.",
  "not-found": "It is no longer there. Open the page again.",
  "too-many-requests": "There were too many requests from here. Try again later.",
};

/** At a table refusals mean other things, and their clauses are shown. */
const plainly = (path, work) => (path.startsWith("/v1/games/") ? work() : saying(work, MEANINGS));

export const ask = (path) => plainly(path, () => get(path, { token }));
export const readBytes = (path, accept) => plainly(path, () => getBytes(path, { token, accept }));

/** For what gives a secret out, or works once: it is not sent again. */
export const once = (path, body = {}) => plainly(path, () => send("POST", path, { token, body, once: true }));

/** With a key, so that it may be sent again. */
export const make = (path, body) => plainly(path, () => send("POST", path, { token, body }));
export const put = (path, body) => plainly(path, () => send("PUT", path, { token, body }));
export const remove = (path) => plainly(path, () => send("DELETE", path, { token, once: true }));
