// The current version of a film, and its playback. With hidden results it does not know the end until it is reached.
import { STEP, stops } from "../film/playhead.js";
import { pause } from "../ui.js";

/**
 * `shown(head)` is called whenever the view changes.
 * @param {{refresh: () => Promise<any>, at: (version: number) => Promise<any>, beginning: () => Promise<number>}} film
 * @param {{spoilers: boolean, speed: () => number, shown: (head: any) => void}} how
 */
export function createPlayer(film, { spoilers, speed, shown }) {
  const head = { now: null, version: 0, doc: null, event: null, events: [], walking: false, spoilers, seen: 1 };
  let turn = 0;

  const last = () => head.now.doc.version;

  async function show(version) {
    const mine = ++turn;
    const found = await film.at(version);
    if (mine !== turn) return false;
    Object.assign(head, { version, doc: found.doc, event: found.event, events: [found.event], seen: Math.max(head.seen, version) });
    shown(head);
    return true;
  }

  /** An action is one step, however many events it has. */
  const ahead = () => stops(head.now.frames).find((version) => version > head.version);

  async function tell() {
    if (head.walking) return;
    head.walking = true;
    shown(head);
    while (head.walking && ahead() && (await show(ahead()))) await pause(STEP / speed());
    head.walking = false;
    shown(head);
  }

  async function goTo(version) {
    head.walking = false;
    return show(Math.min(Math.max(1, version), last()));
  }

  return {
    head,
    goTo,
    tell,
    stop() {
      head.walking = false;
      shown(head);
    },
    /** To the end, or with hidden results as far as has been seen. */
    follow: () => goTo(head.spoilers ? last() : head.seen),
    async open(version) {
      head.now = await film.refresh();
      return goTo(version ?? (spoilers ? last() : await film.beginning()));
    },
    /** New events have arrived: a viewer at the newest version sees them played. */
    async news() {
      const newest = head.version === last();
      head.now = await film.refresh();
      if (newest && head.spoilers && !head.walking) return tell();
      return shown(head);
    },
    reveal() {
      head.spoilers = true;
      shown(head);
    },
  };
}
