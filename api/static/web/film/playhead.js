// The current version. When following the game, it plays new events action by action, so that
// everybody sees what others did; when looking back, it stays where it was put.
import { remembered } from "../memory.js";
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

function walks() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return !calm && !document.hidden && remembered("pace", "walk") === "walk";
}

/** `onChange(head)` is called whenever another version is shown or new events have arrived. */
export function createPlayhead(source, onChange) {
  const head = { now: null, version: 0, told: 0, doc: null, event: null, events: [], following: true, walking: false };
  let turn = 0;

  async function show(version) {
    const mine = ++turn;
    const { now } = head;
    const doc = version === now.doc.version ? now.doc : await source.stateAt(version);
    if (mine !== turn) return false;
    const event = saidAt(source.events, version) ?? null;
    const events = version > head.version && head.doc ? source.events.slice(head.version, version) : [event].filter(Boolean);
    Object.assign(head, { version, doc, events, event });
    onChange(head);
    return true;
  }

  async function walk(far = false) {
    if (head.walking) return;
    head.walking = true;
    const ahead = () => stops(head.now.frames).filter((version) => version > head.version);
    let most = 1;
    while (head.following && ahead().length > 1 && (far || (walks() && ahead().length < TOO_FAR))) {
      most = Math.max(most, ahead().length);
      const wait = Math.min(STEP, Math.max(FASTEST, WHOLE_WAY / most));
      if (!(await show(ahead()[0]))) break;
      await pause(far ? STEP / Number(remembered("speed", "1")) : wait);
    }
    head.walking = false;
    if (head.following) await show(head.now.doc.version);
    else onChange(head);
  }

  return {
    head,
    /** New events have arrived, or the first reading. */
    async news(now) {
      const first = head.now === null;
      head.now = now;
      if (first || (head.following && !head.walking && now.doc.version === head.version)) return show(now.doc.version);
      if (head.following) return walk();
      return onChange(head);
    },
    /** The last version of the game, which is not loaded yet. */
    told(version) {
      if (version <= head.told) return;
      head.told = version;
      onChange(head);
    },
    /** Go back to a version; the last one means to follow again. */
    goTo(version) {
      const last = head.now.doc.version;
      const target = Math.min(Math.max(1, version), last);
      head.following = target === last;
      return show(target);
    },
    follow() {
      head.following = true;
      turn += 1;
      return show(head.now.doc.version);
    },
    /** Play the game from here to the end. */
    tell() {
      head.following = true;
      return walk(true);
    },
    stop() {
      head.following = false;
      return show(head.version);
    },
  };
}
