// Tabs of one browser that would send for the same viewer of a game do it one after another, where browsers know how.

/** Whether tabs wait for each other here: a page that did not come safely has no locks. */
export const takesTurns = () => Boolean(navigator.locks);

/**
 * Do it while no other tab does it for these eyes. `work(waited)` is told whether another one was first. A tab that sleeps may never
 * come to an end: who has waited `patience` milliseconds for it goes on.
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
