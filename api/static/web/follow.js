// Following something live: a stream while there is room for it, asking again and again otherwise.
// A page that nobody looks at follows nothing: browsers open only a few connections to one host.
import { stream } from "./api.js";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function visible() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}

/**
 * Calls `news(event)` for what happens and `news(null)` when it is time to ask for oneself; gives the function that
 * ends it. `after()` is the position to resume from; `opened()` is called when a stream tells all from then on;
 * `idle` milliseconds pass between two questions.
 * @param {string} path
 * @param {{token?: string, after: () => number, news: (event: any) => any, opened?: () => void, idle?: number}} how
 */
export function follow(path, { token, after, news, opened, idle = 1500 }) {
  let ended = false;
  let line = new AbortController();
  const hide = () => document.hidden && line.abort();
  document.addEventListener("visibilitychange", hide);

  async function listen() {
    line = new AbortController();
    for await (const event of stream(path, { token, after: after(), signal: line.signal, opened })) {
      if (!ended) news(event);
    }
  }

  async function run() {
    while (!ended) {
      await visible();
      await listen().catch(() => {});
      if (ended) return;
      await news(null);
      await pause(idle);
    }
  }

  run();
  return () => {
    ended = true;
    line.abort();
    document.removeEventListener("visibilitychange", hide);
  };
}
