// A public game from everybody's viewpoint, loaded in windows. No token is sent and nothing is stored.
import { get } from "../api.js";

const STRETCH = 50;

/**
 * refresh() -> {doc, frames, chapters}, the newest; stateAt(version) -> its document, which loads the window around it once, and with it
 * its events into `events`.
 * @param {string} id
 * @param {string} lang
 */
export function filmOf(id, lang) {
  const path = `/v1/games/${id}`;
  const stretches = new Map();
  const events = [];
  let now = null;

  async function refresh() {
    const doc = await get(path);
    const { frames, chapters } = await get(`${path}/replay?lang=${lang}`);
    now = { doc, frames: frames.slice(0, doc.version), chapters };
    await stateAt(doc.version); // its event
    return now;
  }

  function stretch(first) {
    const last = Math.min(first + STRETCH - 1, now.doc.version);
    const name = `${first}-${last}`;
    if (!stretches.has(name)) {
      const responses = Promise.all([get(`${path}/states?from=${first}&to=${last}`), get(`${path}/events?after=${first - 1}&limit=${STRETCH}`)]);
      responses.then(([, page]) => page.events.forEach((event) => (events[event.version - 1] = event)), () => stretches.delete(name));
      stretches.set(name, responses);
    }
    return stretches.get(name);
  }

  const firstOf = (version) => version - ((version - 1) % STRETCH);

  async function stateAt(version) {
    const first = firstOf(version);
    const [{ states }] = await stretch(first);
    const next = first + STRETCH;
    if (version - first > STRETCH / 2 && next <= now.doc.version) stretch(next).catch(() => {});
    return states[version - first];
  }

  /** The first version with something on the board. */
  async function beginning() {
    const [{ states }] = await stretch(1);
    return Math.max(0, states.findIndex(({ view }) => Object.keys(view).length > 0)) + 1;
  }

  return { path, events, refresh, stateAt, beginning };
}
