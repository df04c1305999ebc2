// A connection that brings nothing any more is dead, whatever the machine believes.
import { Unreachable } from "./problem.ts";

/** A signal that is aborted by the caller's, by `end`, and when nothing is fed for so many milliseconds. */
export function watched(silence: number, wanted: AbortSignal | undefined) {
  const dead = new AbortController();
  const bark = () => dead.abort(new Unreachable("the connection was silent"));
  let timer = setTimeout(bark, silence);
  return {
    signal: wanted ? AbortSignal.any([wanted, dead.signal]) : dead.signal,
    feed() {
      clearTimeout(timer);
      timer = setTimeout(bark, silence);
    },
    end() {
      clearTimeout(timer);
      dead.abort();
    },
  };
}
