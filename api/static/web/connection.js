// The line to the service, as the whole page knows it: live, reconnecting, or offline since a time. Whoever asks for something
// says how it went; who has to have an answer goes on asking, less and less often, and at once when the line is back.

/** No answer came: the service cannot be reached, or does not answer any more. */
export class Unreachable extends Error {
  kind = "unreachable";
}

/** A module of the page did not come: it has to be loaded anew. */
export class NotLoaded extends Error {
  kind = "not-loaded";
  title = "A part of this page did not come.";

  constructor() {
    super("Load the page again.");
  }
}

/**
 * What `import()` gives; how it says that it cannot is each browser's own.
 * @template T
 * @param {Promise<T>} importing
 * @returns {Promise<T>}
 */
export function arrived(importing) {
  return importing.catch((problem) => Promise.reject(problem instanceof TypeError ? new NotLoaded() : problem));
}

const OFFLINE_AFTER = 8000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
/** A proxy's answers for a service that is away, and the service's own while it cannot work or is asked too much. */
const AWAY = [429, 500, 502, 503, 504];

const line = { heardAt: Date.now(), brokenAt: null, unsent: 0 };
const watchers = new Set();
const waiting = new Set();
let turning;

/** {kind: "live" | "reconnecting" | "offline", since: Date, unsent}: since when nothing was heard; how many moves wait to be sent. */
export function lineState() {
  return { kind: kindNow(), since: new Date(line.heardAt), unsent: line.unsent };
}

function kindNow() {
  if (line.brokenAt === null) return "live";
  return navigator.onLine === false || Date.now() - line.brokenAt >= OFFLINE_AFTER ? "offline" : "reconnecting";
}

/** `told(state)` is called at every change; gives the function that ends it. */
export function watchLine(told) {
  watchers.add(told);
  return () => watchers.delete(told);
}

function tell() {
  for (const told of watchers) told(lineState());
}

/** Something came from the service. */
export function heard() {
  line.heardAt = Date.now();
  if (line.brokenAt === null) return;
  line.brokenAt = null;
  clearTimeout(turning);
  tell();
  wake();
}

/** Something that had to come did not. */
export function lost() {
  if (line.brokenAt !== null) return;
  line.brokenAt = Date.now();
  turning = setTimeout(tell, OFFLINE_AFTER);
  tell();
}

/** A move waits to be sent; gives the function to call when it waits no longer. */
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

/** Whether this may be otherwise when one asks again. */
export const passing = (problem) => problem instanceof Unreachable || AWAY.includes(problem.status);

/**
 * Do it until it is done, or fails for a reason that asking again does not change; gives what it gives.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => boolean} [ended] when nobody wants it any more: what it failed of last is thrown
 * @param {(problem: any) => boolean} [worth] which failures are worth another try
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

/** Longer with each try, and not for all pages at once. */
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

addEventListener("online", wake);
addEventListener("offline", () => {
  lost();
  tell();
});
