// The public games that the installed page has stored: links to them, for when the service cannot be reached.
import { momentOf } from "./connection-notice.js";
import { namesOf } from "./standings.js";
import { h, pageLink, words } from "./ui.js";
import { titleOf } from "./rulesettitle.js";

const GAMES = "kronika-games";
const KEPT = "Kronika-Kept-At";

/** A list of them, newest first; null if there are none. */
export async function storedGames(shell) {
  const games = await readStored();
  if (games.size === 0) return null;
  const newest = [...games.values()].sort((a, b) => b.at - a.at);
  return h("section", { id: "stored", "aria-label": shell.t("Stored on this device") }, [
    h("h2", {}, shell.t("Stored on this device")),
    h("ul", {}, await Promise.all(newest.map((game) => row(shell, game)))),
  ]);
}

async function readStored() {
  const games = new Map();
  if (!(await globalThis.caches?.has(GAMES).catch(() => false))) return games;
  const cache = await caches.open(GAMES);
  for (const key of await cache.keys()) {
    const answer = await cache.match(key);
    const { document: doc } = await answer.json();
    if (doc) games.set(doc.id, { doc, at: Number(answer.headers.get(KEPT)) });
  }
  return games;
}

async function row({ t, lang, rulesets }, { doc, at }) {
  const name = await rulesets.one(doc.ruleset).then((ruleset) => titleOf(ruleset, lang), () => words(doc.ruleset));
  const players = namesOf(t, doc.seats, doc.seats.map(({ seat }) => seat));
  return h("li", {}, pageLink(`/games/${doc.id}`, `${name}: ${players}`), " ", h("small", { class: "muted" }, momentOf(t, new Date(at))));
}
