// When to try again: after a cut connection, after 429 and 503 as the service asks, later and later, never in step with others.
import { Problem, Unreachable } from "./problem.ts";

const FIRST = 100;
const LONGEST = 10_000;
/** The service did nothing. */
const LATER = [429, 503];
/** A proxy does not know whether the service did it. */
const UNCERTAIN = [502, 504];

export interface Persistence {
  /** Seconds for which to try. */
  patience: number;
  /** Whether the request may be sent twice: otherwise it is repeated only where the service refused to do it. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
}

/** What `attempt` gives, in the end. */
export async function persist<T>(attempt: () => Promise<T>, { patience, repeatable, signal }: Persistence): Promise<T> {
  const deadline = performance.now() + patience * 1000;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (problem) {
      signal?.throwIfAborted();
      const wait = pauseAfter(problem, failures, repeatable);
      if (wait === null || performance.now() + wait > deadline) throw problem;
      await pause(wait, signal);
    }
  }
}

/** Milliseconds to wait after so many failures; null if trying again is useless, or not safe. */
export function pauseAfter(problem: unknown, failures: number, repeatable: boolean): number | null {
  const jittered = Math.random() * Math.min(LONGEST, FIRST * 2 ** failures);
  if (problem instanceof Unreachable) return repeatable ? jittered : null;
  if (!(problem instanceof Problem)) return null;
  if (LATER.includes(problem.status)) return (problem.retryAfter ?? 0) * 1000 + jittered;
  return repeatable && UNCERTAIN.includes(problem.status) ? jittered : null;
}

/** Resolves after so many milliseconds; rejects when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
}
