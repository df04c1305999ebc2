// Following something live: a stream while there is room for it, asking again and again otherwise.
// A page that nobody looks at holds no stream: browsers open only a few connections to one host.
import { stream } from "./api.js";
import { persist } from "./connection.js";
import { pause } from "./ui.js";

/** Whoever hears this is let in no more. */
const SHUT = [401, 403, 404, 410];

/** Until somebody looks at the page, and at most so many milliseconds. */
function visible(most) {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", resolve, { once: true });
    if (most) setTimeout(resolve, most);
  });
}

/**
 * Calls `news(event)` for what happens and `news(null)` when it is time to ask for oneself; gives the function that
 * ends it. What cannot be reached is asked again until it can; `refused(problem)` is called for other failures;
 * after a refusal there is no more to follow.
 * `after()` is the position to resume from; `opened()` is called when a stream tells all from then on;
 * `idle` milliseconds pass between two questions, and `away`, if at all, where nobody looks at the page.
 * @param {string} path
 * @param {{token?: string, after: () => number, news: (event: any) => any, opened?: () => any, refused?: (problem: any) => void, idle?: number, away?: number}} how
 */
export function follow(path, { token, after, news, opened, refused = () => {}, idle = 1500, away }) {
  let ended = false;
  let line = new AbortController();
  const hide = () => document.hidden && line.abort();
  document.addEventListener("visibilitychange", hide);
  const end = () => {
    ended = true;
    line.abort();
    document.removeEventListener("visibilitychange", hide);
  };

  /** Until it is done. */
  const told = (work) => persist(async () => work(), () => ended).catch((problem) => {
    if (ended) return;
    if (SHUT.includes(problem.status)) end();
    refused(problem);
  });

  async function listen() {
    line = new AbortController();
    const ready = opened && (() => void told(opened));
    for await (const event of stream(path, { token, after: after(), signal: line.signal, opened: ready })) {
      if (!ended) void told(() => news(event));
    }
  }

  async function run() {
    while (!ended) {
      await visible(away);
      if (!document.hidden) await listen().catch(() => {}); // whatever it was, asking tells
      if (ended) return;
      await told(() => news(null));
      await pause(idle);
    }
  }

  run();
  return end;
}
