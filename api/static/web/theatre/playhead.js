// The current version. When following the game, it plays new events action by action, so that everybody sees what others did;
// when looking back, it stays where it was put. With hidden results it does not know the end until it is reached.
import { saidAt } from "../clock/unsaid.js";
import { pause } from "../ui.js";

const WHOLE_WAY = 3500;
const FASTEST = 90;
/** Milliseconds for which an action is shown at normal speed, wherever games are played. */
export const STEP = 900;
const TOO_FAR = 90;

/** Versions at which an action is complete, where navigation may stop. */
export function stops(frames) {
  return frames.filter((frame, i) => frames[i + 1]?.action !== frame.action).map(({ version }) => version);
}

/** The last version that the viewer may know of. */
export const endOf = ({ now, spoilers, seen }) => (spoilers ? now.doc.version : seen);

const calm = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * `changed(head)` is called whenever another version is shown or new events have arrived; `paced()` says whether new events are
 * played, `speed()` how fast a replay is, `first` is the earliest version.
 * @param {{events: any[], stateAt: (version: number) => Promise<any>}} source
 * @param {{changed: (head: any) => void, paced?: () => boolean, speed: () => number, spoilers?: boolean, first?: number}} how
 */
export function createPlayhead(source, { changed, paced = () => true, speed, spoilers = true, first = 1 }) {
  const head = { now: null, version: 0, told: 0, doc: null, event: null, events: [], following: true, walking: false, spoilers, first, seen: first };
  let turn = 0;
  let walks = 0;

  async function show(version) {
    const mine = ++turn;
    const { now } = head;
    const doc = version === now.doc.version ? now.doc : await source.stateAt(version);
    if (mine !== turn) return false;
    const event = saidAt(source.events, version) ?? null;
    const events = version > head.version && head.doc ? source.events.slice(head.version, version) : [event];
    Object.assign(head, { version, doc, events: events.filter(Boolean), event, seen: Math.max(head.seen, version) });
    changed(head);
    return true;
  }

  const ahead = () => stops(head.now.frames).filter((version) => version > head.version);
  const plays = (far) => ahead().length > 1 && (far || (paced() && !calm() && ahead().length < TOO_FAR));

  async function walk(far = false) {
    if (head.walking) return;
    const mine = ++walks;
    const mayGo = () => head.walking && mine === walks;
    head.walking = true;
    let most = 1;
    try {
      while (mayGo() && plays(far)) {
        most = Math.max(most, ahead().length);
        await show(ahead()[0]);
        await pause(far ? STEP / speed() : Math.min(STEP, Math.max(FASTEST, WHOLE_WAY / most)));
      }
    } catch (problem) {
      if (mayGo()) halt();
      throw problem;
    }
    if (!mayGo()) return;
    head.walking = false;
    await show(head.now.doc.version);
  }

  function halt() {
    head.walking = false;
    changed(head);
  }

  /** Go to a version; the last one means to follow the game again. */
  function goTo(version) {
    const last = head.now.doc.version;
    const target = Math.min(Math.max(first, version), last);
    Object.assign(head, { following: target === last, walking: false });
    return show(target);
  }

  return {
    head,
    goTo,
    /** New events have arrived; the first reading is shown at the version `at`. */
    async news(now, at = now.doc.version) {
      const begins = head.now === null;
      head.now = now;
      if (begins) return goTo(at);
      if (head.following && !head.walking && now.doc.version === head.version) return show(head.version);
      if (head.following) return walk();
      return changed(head);
    },
    /** The last version of the game, which is not loaded yet. */
    told(version) {
      if (version <= head.told) return;
      head.told = version;
      changed(head);
    },
    /** To the end, or with hidden results as far as has been seen. */
    follow: () => goTo(endOf(head)),
    /** Play the game from here to the end. */
    tell() {
      head.following = true;
      return walk(true);
    },
    stop() {
      head.following = false;
      turn += 1; // a position that is still being loaded is not shown any more
      halt();
    },
    reveal() {
      head.spoilers = true;
      changed(head);
    },
  };
}
