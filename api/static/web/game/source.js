// One game as one viewer may know it. Whoever looks with other eyes gets a source of his own, so nothing is carried over.
import { get, post, send } from "../api.js";
import { tokenFor } from "../memory.js";
import { hasNotes } from "./notes.js";

const NOTHING = { actions: [], seat: null };
const AT_ONCE = 1000;
const UNTOLD = { version: 0, document_revision: 0, frames: [], chapters: [] };

export const seatOf = (viewer) => (viewer?.startsWith("seat:") ? Number(viewer.slice(5)) : null);

/**
 * refresh() -> {doc, legal, seat, frames, chapters, notes}, all of one version; stateAt(version) -> the document then.
 * `events` are those read so far, from the first one on.
 */
export function gameSource(id, role, lang) {
  const path = `/v1/games/${id}`;
  const token = tokenFor(id, role);
  const read = (rest) => get(path + rest, { token });
  const plays = role === "analyst" || seatOf(role) !== null;
  const states = new Map();
  const events = [];
  let revision = 0;
  let told = UNTOLD;

  async function refresh() {
    const doc = await read("");
    revision = doc.document_revision;
    const [legal, replay, written] = await Promise.all([legalActions(doc), readReplay(), notes(doc), readEvents(doc.version)]);
    return {
      doc,
      legal: legal.version === doc.version ? legal.actions : [],
      seat: seatOf(doc.viewer) ?? legal.seat,
      frames: replay.frames.slice(0, doc.version),
      chapters: replay.chapters.filter((one) => one.version <= doc.version),
      notes: written,
    };
  }

  /** What is new since the last time; all of it when names are others now. */
  async function readReplay() {
    const asked = `/replay?lang=${lang}`;
    const part = await read(told.version ? `${asked}&after=${told.version}` : asked);
    const other = told.version && part.document_revision !== told.document_revision;
    told = joined(told, other ? await read(asked) : part);
    return told;
  }

  const notes = async (doc) => (hasNotes(doc) ? (await read("/notes")).notes : []);

  /** An analyst plays every seat; when several are to act they are asked one after another. */
  async function legalActions(doc) {
    if (!token || !plays || doc.to_act.length === 0) return NOTHING;
    return read(`/legal-actions?${new URLSearchParams({ labels: "true", ...forSeat(doc) })}`);
  }

  const forSeat = (doc) => (role === "analyst" ? { seat: doc.to_act[0] } : {});

  async function readEvents(version) {
    while (events.length < version) {
      const page = await read(`/events?after=${events.length}&limit=${AT_ONCE}`);
      if (page.events.length === 0) return;
      events.push(...page.events);
    }
  }

  function stateAt(version) {
    if (!states.has(version)) {
      const asked = read(`/states/${version}?document_revision=${revision}`);
      asked.catch(() => states.delete(version));
      states.set(version, asked);
    }
    return states.get(version);
  }

  return {
    id,
    path,
    token,
    role,
    events,
    refresh: oneAtATime(refresh),
    stateAt,
    actionsOf: (doc) => `${path}/actions?${new URLSearchParams(forSeat(doc))}`,
    deliver: ({ path: to, body, key }, match) => post(to, { token, body, key, match }),
    note: (version, text) => send("PUT", `${path}/notes/${version}`, { token, body: { text } }),
    shares: () => read("/shares"),
    post: (rest, body, match) => post(path + rest, { token, body, match }),
  };
}

/** Run one after another; who asks while one is under way gets the next one, for that one may be too old. */
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

/** A replay with what is new in it; what went before an analysis is left out. */
function joined(held, part) {
  const kept = (many) => many.filter((one) => one.version <= part.from);
  const frames = [...kept(held.frames), ...part.frames.filter(own)];
  return { ...part, frames, chapters: [...kept(held.chapters), ...part.chapters.filter(own)] };
}

/** Whether a frame or chapter is of the game itself: those that name a game are of the one that an analysis begins from. */
function own({ game }) {
  return !game;
}
