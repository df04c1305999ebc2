// The state of the connection to the service for the whole page: live, checking, reconnecting, or offline since a time. Every request
// reports its outcome. Requests that must succeed are retried with increasing delays, and at once when the connection is back.

/** No response: the service cannot be reached, or does not respond any more. */
export class Unreachable extends Error {
  kind = "unreachable";
}

/** A module of the page failed to load: reload the page. */
export class NotLoaded extends Error {
  kind = "not-loaded";
  title = "A part of this page could not be loaded.";

  constructor() {
    super("Load the page again.");
  }
}

/**
 * The result of `import()`; browsers report its failure in different ways.
 * @template T
 * @param {Promise<T>} importing
 * @returns {Promise<T>}
 */
export function arrived(importing) {
  return importing.catch((problem) => Promise.reject(problem instanceof TypeError ? new NotLoaded() : problem));
}

/** Milliseconds of silence after which a connection is dead. The service sends something every 5 seconds, or at most every 6. */
export const SILENCE = 12_000;
const OFFLINE_AFTER = 8000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
/** Statuses of a proxy whose service is away, and of the service while it cannot work or is overloaded. */
const AWAY = [429, 500, 502, 503, 504];

const line = { heardAt: Date.now(), brokenAt: null, unsent: 0, stored: false };
const watchers = new Set();
const waiting = new Set();
/** What follows something live, with the function that makes it look again. */
const followers = new Map();
/** Those whose view may be old, because the page slept, was hidden, or was offline. */
const doubtful = new Set();
let turning;
let checking;

/**
 * {kind: "live" | "checking" | "reconnecting" | "offline", since: Date, unsent, stored}: `since` is the last contact; `unsent` counts
 * moves that wait to be sent; `stored`: the page shows what this browser had stored then.
 */
export function lineState() {
  return { kind: kindNow(), since: new Date(line.heardAt), unsent: line.unsent, stored: line.stored };
}

function kindNow() {
  if (line.brokenAt === null) return doubtful.size > 0 ? "checking" : "live";
  return navigator.onLine === false || Date.now() - line.brokenAt >= OFFLINE_AFTER ? "offline" : "reconnecting";
}

/** Calls `watcher(state)` at every change; returns the function that unsubscribes. */
export function watchLine(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell() {
  for (const watcher of watchers) watcher(lineState());
}

/** Data arrived from the service. */
export function heard() {
  line.heardAt = Date.now();
  if (line.brokenAt === null) return;
  line.stored = false;
  line.brokenAt = null;
  clearTimeout(turning);
  tell();
  wake();
}

/** Expected data did not arrive. */
export function lost() {
  if (line.brokenAt !== null) return;
  line.brokenAt = Date.now();
  turning = setTimeout(tell, OFFLINE_AFTER);
  tell();
}

/** The service did not answer, and the page shows what this browser had stored at this time; 0: what is the same at all times. */
export function recalled(at) {
  lost();
  if (at > 0) Object.assign(line, { heardAt: at, stored: true });
  line.brokenAt = Date.now() - OFFLINE_AFTER;
  tell();
}

/** A move waits to be sent; returns the function to call once it no longer does. */
export function waitsToBeSent() {
  line.unsent += 1;
  tell();
  return () => {
    line.unsent -= 1;
    tell();
  };
}

function wake() {
  for (const go of [...waiting]) go();
}

/** Whether a retry may succeed. */
export const passing = (problem) => problem instanceof Unreachable || (AWAY.includes(problem.status) && problem.kind !== "games-paused");

/**
 * Retry until it succeeds, or fails for a reason that a retry cannot change; returns its result.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => boolean} [ended] true when the result is no longer needed: the last failure is thrown
 * @param {(problem: any) => boolean} [worth] which failures to retry
 * @returns {Promise<T>}
 */
export async function persist(work, ended = () => false, worth = passing) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (problem) {
      if (!worth(problem) || ended()) throw problem;
      lost();
      await backOff(tries);
      if (ended()) throw problem;
    }
  }
}

/** Delays increase with each retry, with jitter so that pages do not retry in step. */
export function backOff(tries) {
  const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries);
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, (most * (1 + Math.random())) / 2);
    waiting.add(go);
  });
}

/**
 * Something on the page is live from now on. After a doubt `again()` is called, and the page says "checking" until `current()` is.
 * @param {() => void} again
 */
export function claimLive(again) {
  const mine = {};
  followers.set(mine, again);
  const current = () => {
    if (doubtful.delete(mine) && doubtful.size === 0) settled();
  };
  const end = () => {
    followers.delete(mine);
    current();
  };
  return { current, end };
}

function settled() {
  clearTimeout(checking);
  tell();
}

/** The page may have missed something without noticing: nothing is live until the service has said so. */
export function doubt() {
  if (followers.size === 0) return wake();
  clearTimeout(checking);
  checking = setTimeout(lost, SILENCE);
  for (const mine of followers.keys()) doubtful.add(mine);
  tell();
  for (const again of [...followers.values()]) again();
  wake();
}

addEventListener("offline", () => {
  lost();
  tell();
});
