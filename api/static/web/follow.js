// Follows something live: by a stream if the service has room for it, otherwise by polling.
// A hidden page holds no stream, because browsers open only a few connections to one host.
import { get, stream } from "./api.js";
import { claimLive, persist } from "./connection.js";

/** Statuses after which following ends. */
const SHUT = [401, 403, 404, 410];

/**
 * Until the page becomes visible, and at most so many milliseconds.
 * @param {number} [most]
 */
export function visible(most) {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", resolve, { once: true });
    if (most) setTimeout(resolve, most);
  });
}

/**
 * Calls `news(event)` for every event and `news(null)` when it is time to poll, also when the page wakes; returns the function that ends it.
 * Unreachable services are retried. Other failures are passed to `refused(problem)`, and after
 * a refusal following ends.
 * `after()` is the position to resume from; `opened()` is called once a stream delivers everything from then on;
 * `idle` milliseconds pass between two polls; `away`, if given, while the page is hidden.
 * @param {string} path
 * @param {{token?: string, after: () => number, news: (event: any) => any, opened?: () => any, refused?: (problem: any) => void, idle?: number, away?: number}} how
 */
export function follow(path, { token, after, news, opened, refused = () => {}, idle = 1500, away }) {
  let ended = false;
  let line = new AbortController();
  let woken = false;
  let nudge = () => {};
  const mine = claimLive(() => {
    woken = true;
    line.abort();
    nudge();
  });
  const hide = () => document.hidden && line.abort();
  document.addEventListener("visibilitychange", hide);
  const end = () => {
    ended = true;
    line.abort();
    mine.end();
    document.removeEventListener("visibilitychange", hide);
  };

  /** Until it is done. */
  const attempt = (work) => persist(async () => work(), () => ended).catch((problem) => {
    if (ended) return;
    if (SHUT.includes(problem.status)) end();
    refused(problem);
  });

  async function listen() {
    line = new AbortController();
    const ready = opened && (() => void attempt(opened));
    for await (const event of stream(path, { token, after: after(), signal: line.signal, opened: ready })) {
      if (!ended) void attempt(() => news(event));
    }
  }

  const rest = () => new Promise((resolve) => {
    nudge = () => resolve();
    setTimeout(resolve, idle);
  });

  /** Read what there is now; a wakened page looks before it opens another stream. */
  async function poll() {
    woken = false;
    await attempt(() => news(null));
    if (!woken) mine.current();
  }

  async function run() {
    while (!ended) {
      await visible(away);
      if (woken) await poll();
      if (!ended && !document.hidden && !woken) await listen().catch(() => {}); // polling reports any failure
      if (ended) return;
      if (woken) continue;
      await poll();
      if (!woken) await rest();
    }
  }

  run();
  return end;
}

/**
 * Reads a document after `first` milliseconds and then `every` so many, while the page is visible; `told(document)` gets null where it
 * could not be read. Returns the function that ends it.
 * @param {string} path
 * @param {{token?: string, first?: number, every: number, told: (document: any) => void}} how
 */
export function askAgain(path, { token, first = 0, every, told }) {
  let ended = false;
  let timer;
  const rest = (ms) => new Promise((resolve) => (timer = setTimeout(resolve, ms)));

  async function run() {
    for (let wait = first; !ended; wait = every) {
      await rest(wait);
      await visible();
      const found = ended ? null : await get(path, { token }).catch(() => null);
      if (!ended) told(found);
    }
  }

  void run();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
