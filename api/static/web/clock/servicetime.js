// The service's time, by this browser's steady counter: the machine's own clock may be wrong, or be set meanwhile.

/** Milliseconds by which the two may drift apart in each second. */
const DRIFT = 0.0001;

/** The difference is between these two, as of `at`; unknown at first. */
let known = null;

/**
 * The service has said its time, in a response to a request sent at `sent` that arrived at `arrived`, by `performance.now()`; -Infinity if
 * it spoke by itself. A cached answer, whose time is older than possible, is ignored.
 */
export function heardTime(said, sent, arrived = performance.now()) {
  const time = Number(said);
  if (!said || !Number.isFinite(time)) return;
  known = narrowed(known, { least: time - arrived, most: time - sent, at: arrived });
}

/** What two statements leave possible; if they contradict each other, the later time holds: a browser that slept has counted too little. */
export function narrowed(before, heard) {
  if (!before) return heard;
  const drift = (heard.at - before.at) * DRIFT;
  const [least, most] = [before.least - drift, before.most + drift];
  if (heard.least > most) return heard;
  if (heard.most < least) return before;
  return { least: Math.max(least, heard.least), most: Math.min(most, heard.most), at: heard.at };
}

/** The service's time now, in milliseconds; by the machine's clock as long as the service has not said any. */
export function serviceNow() {
  if (!known) return Date.now();
  const { least, most } = known;
  return performance.now() + (Number.isFinite(most) ? (least + most) / 2 : least);
}
