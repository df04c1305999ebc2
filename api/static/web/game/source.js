// One game from one viewpoint. Every viewpoint gets a source of its own, so no data is carried over.
import { get, newsOf, post, send } from "../api.js";
import { tokenFor } from "../memory.js";
import { auditFile } from "../audit/held.js";
import { hasNotes } from "./notes.js";
import { pastStates } from "./states.js";
import { seatOf } from "../standings.js";

const AT_ONCE = 1000;
const UNTOLD = { version: 0, document_revision: 0, frames: [], chapters: [] };

/**
 * refresh() -> {doc, legal, prompt, seat, frames, chapters, notes, title}, all of one version; stateAt(version) -> the document then.
 * News arrive in one response. `events` are all events read so far; `version()` is the last known version; `next(signal)` is the one
 * after it, undefined if there is none yet; `file` is its audit file. `early`: the first news without a token, on their way.
 */
export function gameSource(id, role, lang, early = undefined) {
  const path = `/v1/games/${id}`;
  const token = tokenFor(id, role);
  const read = (rest) => get(path + rest, { token });
  const events = [];
  const file = auditFile(read);
  let revision = 0;
  let loaded = UNTOLD;
  let known = 0;

  async function refresh() {
    const { document: doc, legal, replay, events: new_, audit } = await readNews();
    revision = doc.document_revision;
    file.take(audit, doc.version);
    for (const event of new_) if (event.version === events.length + 1) events.push(event);
    const [, , written] = await Promise.all([takeReplay(replay), readEvents(doc.version), notes(doc)]);
    known = doc.version;
    return {
      doc,
      legal: legal?.actions ?? [],
      prompt: legal?.prompt ?? null,
      seat: seatOf(doc.viewer) ?? legal?.seat ?? null,
      frames: loaded.frames,
      chapters: loaded.chapters,
      notes: written.notes,
      title: written.title ?? "",
    };
  }

  async function readNews() {
    const first = token ? undefined : await early;
    early = undefined;
    return first ?? get(newsOf(id, lang, loaded.version, file.held()), { token });
  }

  /** The new events since the last time; everything if names have changed. */
  async function takeReplay(part) {
    const other = loaded.version && part.document_revision !== loaded.document_revision;
    loaded = joined(loaded, other ? await read(`/replay?lang=${lang}`) : part);
  }

  const notes = async (doc) => (hasNotes(doc) ? read("/notes") : { notes: [] });

  const forSeat = (doc) => (role === "analyst" ? { seat: doc.to_act[0] } : {});

  /** What did not fit into the news: all pages at once. */
  async function readEvents(version) {
    const pages = Math.ceil((version - events.length) / AT_ONCE);
    const requests = Array.from({ length: Math.max(0, pages) }, (_, i) => read(`/events?after=${events.length + i * AT_ONCE}&limit=${AT_ONCE}`));
    const found = (await Promise.all(requests)).flatMap((page) => page.events);
    events.push(...found.filter((event) => event.version <= version && event.version > events.length));
  }

  const next = async (signal) => (await get(`${path}/events?after=${known}&limit=1`, { token, signal })).events[0]?.version;

  return {
    id,
    path,
    token,
    role,
    events,
    file,
    version: () => known,
    next,
    refresh: oneAtATime(refresh),
    stateAt: pastStates(read, () => loaded.version, () => revision),
    actionsOf: (doc) => `${path}/actions?${new URLSearchParams(forSeat(doc))}`,
    deliver: ({ path: to, body, key }, match, wanted) => post(to, { token, body, key, match, wanted }),
    note: (version, body) => send("PUT", `${path}/notes/${version}`, { token, body }),
    entitle: (title) => send("PUT", `${path}/title`, { token, body: { title } }),
    shares: () => read("/shares"),
    post: (rest, body, match) => post(path + rest, { token, body, match }),
  };
}

/** Run one at a time; a caller during a run gets the next run, because the current one may be too old. */
function oneAtATime(work) {
  let running = null;
  let waiting = null;
  const run = () => {
    running = work().finally(() => (running = null));
    return running;
  };
  return () => {
    if (!running) return run();
    waiting ??= running.catch(() => {}).then(() => {
      waiting = null;
      return run();
    });
    return waiting;
  };
}

/** A replay with its new events; events before an analysis are left out. */
function joined(held, part) {
  const earlier = (many) => many.filter((one) => one.version <= part.from);
  const frames = [...earlier(held.frames), ...part.frames.filter(own)];
  return { ...part, frames, chapters: [...earlier(held.chapters), ...part.chapters.filter(own)] };
}

/** Whether a frame or chapter belongs to the game itself: those that name a game belong to the one that an analysis forks. */
function own({ game }) {
  return !game;
}
