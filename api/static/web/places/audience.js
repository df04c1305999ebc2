// How many people watch the public games.
import { askAgain } from "../follow.js";

const AGAIN = 20_000;
const NONE = { watching: 0, games: {} };

/** {of(id), total(), end()}; calls `changed()` when the numbers are there, and again from time to time. */
export function audience(changed) {
  let known = NONE;
  const told = (found) => {
    known = found ?? NONE;
    changed();
  };
  const end = askAgain("/v1/audience", { every: AGAIN, told });
  return { of: (id) => known.games[id] ?? 0, total: () => known.watching, end };
}
