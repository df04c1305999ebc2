// Documents of earlier versions: one by one for jumps, prefetched in windows for steps.
const WINDOW = 50;
const AHEAD = 15;
const MOST = 1000;
/** The most versions between two steps of a walk: an action may have so many events. */
const STRIDE = 12;

/**
 * at(version) -> the document then. `read(rest)` requests it; `last()` is the last version, `revision()` that of documents:
 * when it changes (a hidden name, a new release), everything read before is discarded.
 */
export function pastStates(read, last, revision) {
  const cache = new Map();
  let before = null;
  let readAt = revision();

  function keep(version, request) {
    request.catch(() => cache.get(version) === request && cache.delete(version));
    cache.set(version, request);
    if (cache.size > MOST) cache.delete(cache.keys().next().value);
  }

  function readWindow(from, to) {
    const request = read(`/states?from=${from}&to=${to}`);
    for (let version = from; version <= to; version += 1) {
      if (!cache.has(version)) keep(version, request.then(({ states }) => states[version - from]));
    }
  }

  /** The window that begins here, in the direction of the walk. */
  function ahead(version, forth) {
    const [from, to] = forth ? [version, version + WINDOW - 1] : [version - WINDOW + 1, version];
    readWindow(Math.max(1, from), Math.min(last(), to));
  }

  return (version) => {
    if (readAt !== revision()) cache.clear();
    readAt = revision();
    const step = before === null ? Infinity : version - before;
    const walks = step !== 0 && Math.abs(step) <= STRIDE;
    before = version;
    if (!cache.has(version)) {
      if (walks) ahead(version, step > 0);
      else keep(version, read(`/states/${version}?document_revision=${revision()}`));
    }
    const there = version + Math.sign(step) * AHEAD;
    if (walks && there >= 1 && there <= last() && !cache.has(there)) ahead(there, step > 0);
    return cache.get(version);
  };
}
