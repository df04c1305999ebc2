// How many people watch the public games, where the service counts them.
import { get } from "../api.js";

const AGAIN = 20_000;

/** {of(id), total, end()}; calls `changed()` when the numbers are there, and again from time to time. */
export function audience(changed) {
  const model = { total: 0, games: {} };
  const read = async () => {
    if (document.hidden) return;
    const found = await get("/v1/audience").catch(() => null);
    if (!found) return end();
    Object.assign(model, { total: found.watching, games: found.games });
    changed();
  };
  const timer = setInterval(read, AGAIN);
  const end = () => clearInterval(timer);
  void read();
  return { of: (id) => model.games[id] ?? 0, total: () => model.total, end };
}
