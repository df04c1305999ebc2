// Tabs of one browser that send for the same viewer of a game take turns, if the browser supports locks.

/** Whether tabs wait for each other: insecure contexts have no locks. */
export const takesTurns = () => Boolean(navigator.locks);

/**
 * Run `work` while no other tab does so for this viewer. `work(waited)` learns whether another tab was first. A suspended tab may never
 * finish: after waiting `patience` milliseconds, continue anyway.
 * @template T
 * @param {{id: string, role: string}} viewer
 * @param {(waited: boolean) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone({ id, role }, work, patience) {
  if (!takesTurns()) return work(false);
  const name = `kronika.unsent/${id}/${role}`;
  let free = true;
  const done = await navigator.locks.request(name, { ifAvailable: true }, (lock) => (free = lock !== null) && work(false));
  return free ? done : after(name, () => work(true), patience);
}

async function after(name, work, patience) {
  const waiting = new AbortController();
  const timer = patience < Infinity && setTimeout(() => waiting.abort(), patience);
  const granted = () => {
    clearTimeout(timer);
    return work();
  };
  return navigator.locks.request(name, { signal: waiting.signal }, granted).catch((problem) => (waiting.signal.aborted ? work() : Promise.reject(problem)));
}
